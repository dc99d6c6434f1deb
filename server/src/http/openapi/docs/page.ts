/** The reference: the OpenAPI document as one page to read, search and copy from. */
import { nameOf } from '../openapi-schemas.ts';
import type { Content, JsonSchema, OpenApi, Operation, Parameter, Response } from '../openapi-types.ts';
import { curlOf } from './curl.ts';
import { type Html, html, prose } from './html.ts';
import { type Field, fieldsHtml, fieldsOf, membersHtml, typeHtml } from './schema-html.ts';

type Described = { path: string; method: string; operation: Operation };
/** Where the page finds what it loads, versions included. */
export type Assets = { style: string; script: string; icon: string };

/** Members that are shown without asking. */
const UNFOLDED = 8;

export function docsPage(document: OpenApi, assets: Assets): string {
  const { info, tags } = document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags[0] === name),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="side">
  <p class="title"><a class="home" href="#content">${info.title}</a> API <small>${info.version}</small></p>
  <p><a href="/">← Back to the console</a></p>
  <input id="filter" class="filter" type="search" placeholder="Filter addresses" aria-label="Filter addresses" autocomplete="off" hidden>
  <nav class="contents" aria-label="Addresses">${groups.map(navHtml)}
    <section><a class="of-group" href="#errors">Errors</a></section>
    <section><a class="of-group" href="#schemas">Schemas</a></section>
  </nav>
</header>
<main id="content">
  <section class="intro">
    <h1>${info.title} API</h1>
    ${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <p><a href="/openapi.json">openapi.json</a> describes the same to machines, as OpenAPI ${document.openapi}.</p>
  </section>
  <p id="nothing" hidden>No address fits that filter.</p>
  ${groups.map(
    ({ name, description, operations }) => html`<section class="group" id="${slug(name)}">
    <h2>${name}</h2>
    <p>${prose(description)}</p>
    ${operations.map((described) => operationHtml(document, described))}
  </section>`,
  )}
  <section class="group" id="errors">
    <h2>Errors</h2>
    <p>Every refusal has the body ${typeHtml({ $ref: '#/components/schemas/ErrorBody' })}; in OpenTelemetry's protocol, ${typeHtml({ $ref: '#/components/schemas/OtlpStatus' })}.</p>
    ${errorsHtml(document, all)}
  </section>
  <section class="group" id="schemas">
    <h2>Schemas</h2>
    ${Object.keys(document.components.schemas).map((name) => schemaHtml(document, name))}
  </section>
</main>
</body>
</html>
`.text;
}

function navHtml({ name, operations }: { name: string; operations: Described[] }): Html {
  return html`<section>
    <a class="of-group" href="#${slug(name)}">${name}</a>
    <ul>${operations.map(
      ({ path, method, operation: { operationId, summary } }) =>
        html`<li data-for="${operationId}"><a class="of-address" href="#${operationId}" title="${summary}">${methodHtml(method)} ${pathHtml(path)}</a></li>`,
    )}</ul>
  </section>`;
}

function operationHtml(document: OpenApi, { path, method, operation }: Described): Html {
  const { operationId, summary, description } = operation;
  return html`<article id="${operationId}" data-words="${`${method} ${path} ${summary} ${operationId}`.toLowerCase()}">
    <h3><a href="#${operationId}">${methodHtml(method)} <span class="path">${pathHtml(path)}</span></a></h3>
    <p class="summary">${prose(summary)}</p>
    <div class="columns">
      <div>
        ${description ? html`<p class="description">${prose(description)}</p>` : ''}
        <p class="access">${accessHtml(operation)}</p>
        ${parametersHtml(operation, 'path', 'In the path')}
        ${parametersHtml(operation, 'query', 'Query')}
        ${parametersHtml(operation, 'header', 'Headers')}
        ${operation.requestBody ? contentHtml(document, 'Body', operation.requestBody.content) : ''}
        ${answerHtml(document, operation)}
        <h4>Errors</h4>
        <p class="codes">${errorsOf(operation).map(
          ([status, code]) => html`<a href="#error-${code}">${status} <code>${code}</code></a> `,
        )}</p>
      </div>
      <figure class="call">
        <figcaption>curl</figcaption>
        <pre><code>${curlOf(document, path, method, operation)}</code></pre>
      </figure>
    </div>
  </article>`;
}

function accessHtml({ security, tags }: Operation): Html {
  const [scheme] = security.flatMap((schemes) => Object.entries(schemes));
  if (!scheme) return tags[0] === 'Ingest' ? html`Takes the keys in the payload.` : html`Open to everybody.`;
  const [name, scopes] = scheme;
  if (name === 'appKey')
    return html`Takes the application key and the API key in headers, or as the user and the password of <code>Authorization: Basic</code>.`;
  if (name !== 'readToken') return html`For people who are signed in.`;
  return html`Takes a token with the scope ${scopes.map((scope) => html`<code>${scope}</code>`)}, or a signed-in person.`;
}

function parametersHtml({ parameters = [] }: Operation, where: Parameter['in'], title: string): Html {
  const fields: Field[] = parameters.filter((parameter) => parameter.in === where);
  return fields.length === 0 ? html`` : html`<h4>${title}</h4>${fieldsHtml(fields)}`;
}

function answerHtml(document: OpenApi, { responses }: Operation): Html {
  const answer = responses[200];
  const { content = {} } = answer ? resolve(document, answer) : {};
  return contentHtml(document, 'Answer', content);
}

function contentHtml(document: OpenApi, title: string, content: Content): Html {
  const [schema = {}] = Object.values(content).map((media) => media.schema);
  return html`<h4>${title} <small>${Object.keys(content).join(', ')}</small></h4>
    ${schema.$ref === undefined ? membersHtml(schema) : namedHtml(document, title, schema.$ref)}`;
}

/** What is sent is shown at once; long answers unfold. */
function namedHtml(document: OpenApi, title: string, reference: string): Html {
  const name = nameOf(reference);
  const schema = document.components.schemas[name] ?? {};
  const members = Object.keys(schema.properties ?? {}).length;
  const open = title === 'Body' || members <= UNFOLDED;
  return html`<details${open ? html` open` : ''}>
    <summary>${name}${open ? '' : html` <small>${members} members</small>`}</summary>
    ${membersHtml(schema)}
  </details>`;
}

function errorsOf({ responses }: Operation): [status: string, code: string][] {
  return Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? codesOf(response.$ref).map((code): [string, string] => [status, code]) : [],
  );
}

/** What is behind a full stop names another body. */
function codesOf(reference: string): string[] {
  const [codes = ''] = nameOf(reference).split('.');
  return codes.split('_or_');
}

function errorsHtml(document: OpenApi, all: readonly Described[]): Html {
  const found = new Map(
    all.flatMap(({ operation }) => errorsOf(operation)).map(([status, code]) => [code, status]),
  );
  const rows = [...found].sort(([, a], [, b]) => a.localeCompare(b));
  return html`<ul class="fields errors">${rows.map(
    ([code, status]) => html`<li id="error-${code}"><div class="name">${status} <code>${code}</code></div>
      <div class="what">${prose(document.components.responses[code]?.description.replace(/^`\w+`: /, '') ?? '')}</div></li>`,
  )}</ul>`;
}

function schemaHtml(document: OpenApi, name: string): Html {
  const { schemas } = document.components;
  const schema = schemas[name] ?? {};
  const base = Object.keys(schemas).find(
    (other) => other !== name && extendsSchema(schema, schemas[other] ?? {}),
  );
  const inherited = schemas[base ?? '']?.properties ?? {};
  const fields = fieldsOf(schema).filter((field) => !(field.name in inherited));
  return html`<article class="schema" id="schema-${name}">
    <h3><a href="#schema-${name}">${name}</a></h3>
    ${schema.description ? html`<p>${prose(schema.description)}</p>` : ''}
    ${base === undefined ? '' : html`<p>Everything of <a href="#schema-${base}">${base}</a>, and:</p>`}
    ${schema.properties ? fieldsHtml(fields) : html`<p class="type">${typeHtml(schema)}</p>${membersHtml(schema)}`}
  </article>`;
}

/** Whether a schema has all the members of another, and more. */
function extendsSchema({ properties }: JsonSchema, { properties: fewer }: JsonSchema): boolean {
  if (!properties || !fewer || Object.keys(fewer).length < 4) return false;
  if (Object.keys(fewer).length >= Object.keys(properties).length) return false;
  return Object.entries(fewer).every(
    ([name, schema]) => JSON.stringify(properties[name]) === JSON.stringify(schema),
  );
}

function resolve(document: OpenApi, response: Response | { $ref: string }): Response {
  if (!('$ref' in response)) return response;
  return document.components.responses[nameOf(response.$ref)] ?? { description: '' };
}

function methodHtml(method: string): Html {
  return html`<span class="method ${method === 'get' ? 'reads' : 'writes'}">${method.toUpperCase()}</span>`;
}

/** A long path may break after a slash. */
function pathHtml(path: string): Html {
  return html`${path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)}`;
}

function slug(name: string): string {
  return `group-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
}
