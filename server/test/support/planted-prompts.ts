/**
 * Made-up calls of an application whose prompts are known: static ones, and such with names, dates, retrieved documents,
 * tools by user and optional sections. All share the boilerplate of one house, and are edited over time.
 */
import { type Random, randomNumbers } from '@parley/sample/random';

export type PlantedCall = {
  prompt: number;
  version: number;
  text: string;
  tools: string[];
  /** False for later turns of a conversation, which repeat the text. */
  begins: boolean;
  at: number;
};

export const KINDS = ['static', 'names', 'one sentence', 'documents', 'tools', 'optional section'] as const;
export type Kind = (typeof KINDS)[number];

export type PlantedApplication = { kinds: Kind[]; versions: number[]; calls: PlantedCall[] };

type Template = {
  kind: Kind;
  version: number;
  /** Fixed sentences. */
  own: string[];
  opening: string;
  boilerplate: string[];
  atEnd: boolean;
  tools: string[];
};

const MINUTE = 60_000;

export function plantPrompts(seed: number, count = 500): PlantedApplication {
  const random = randomNumbers(seed);
  const house = Array.from({ length: random.below(10) }, () => sentence(random));
  const catalogue = Array.from({ length: 30 + random.below(200) }, () =>
    Array.from({ length: 2 + random.below(14) }, () => sentence(random)).join(' '),
  );
  const toolbox = Array.from({ length: 12 }, () => toolOf(random));
  const templates = Array.from({ length: 1 + random.below(12) }, (): Template => {
    const kind = random.pick(KINDS);
    return {
      kind,
      version: 1,
      opening: `You are ${random.pick(['a', 'the', 'our'])} ${words(random, 2 + random.below(3))}.`,
      own: Array.from({ length: 5 + random.below(14) }, () => sentence(random)),
      boilerplate: kind === 'one sentence' ? [] : house,
      atEnd: random.below(2) === 0,
      tools: random.below(3) === 0 ? random.shuffled(toolbox).slice(0, 1 + random.below(4)) : [],
    };
  });
  const edits = new Map<number, number>();
  for (let i = random.below(2 + templates.length); i > 0; i--)
    edits.set(80 + random.below(count - 120), random.below(templates.length));
  const versions = templates.map(() => 1);
  const calls: PlantedCall[] = [];
  let at = Date.UTC(2026, 8, 1);
  while (calls.length < count) {
    at += MINUTE * (1 + random.below(30));
    for (const [when, which] of edits) {
      const template = templates[which];
      if (calls.length < when || !template) continue;
      edits.delete(when);
      if (template.kind === 'one sentence') continue;
      edit(template, random);
      versions[which] = template.version;
    }
    // Popular prompts first: half of the calls go to a fifth of them.
    const prompt = Math.floor(templates.length * random.next() ** 2);
    const template = templates[prompt];
    if (!template) continue;
    const said = write(template, { random, catalogue, toolbox, at });
    const turns = random.below(3) === 0 ? 1 + random.below(4) : 1;
    for (let turn = 0; turn < turns; turn++)
      calls.push({ prompt, version: template.version, ...said, begins: turn === 0, at: at + turn * MINUTE });
  }
  return { kinds: templates.map(({ kind }) => kind), versions, calls };
}

type Around = { random: Random; catalogue: string[]; toolbox: string[]; at: number };

function write(template: Template, { random, catalogue, toolbox, at }: Around) {
  const { kind, opening, own, boilerplate, atEnd, tools } = template;
  const lines = [opening, ...own.map((line, i) => (i % 4 === 3 ? `- ${line}` : line))];
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`;
  const today = new Date(at).toISOString().slice(0, 10);
  let given = tools;
  switch (kind) {
    case 'static':
      break;
    case 'names':
      lines.splice(1, 0, `You are talking to ${name}, a customer since ${2000 + random.below(26)}.`);
      lines.push(`Today is ${today}. The account number is ${random.below(1e6)}.`);
      break;
    case 'one sentence':
      return {
        text: `${opening} ${own.slice(0, 2).join(' ')} Write about ${words(random, 1 + random.below(3))} for ${name}.`,
        tools: given,
      };
    case 'documents': {
      const documents = Array.from({ length: random.below(9) }, () => random.pick(catalogue));
      const block = documents.map((text, i) => `<document id="${i + 1}">\n${text}\n</document>`);
      lines.splice(random.below(2) === 0 ? lines.length : Math.ceil(own.length / 2), 0, ...block);
      break;
    }
    case 'tools':
      given = [...tools, ...random.shuffled(toolbox).slice(0, random.below(6))];
      lines.push(`The user's plan is ${random.pick(['free', 'team', 'business', 'enterprise'])}.`);
      break;
    case 'optional section':
      if (random.below(2) === 0) lines.push('## Premium', own[0] ?? '', 'Offer a call to this customer.');
      lines.push(`Locale: ${random.pick(['en', 'de', 'fr', 'ja'])}`);
      break;
  }
  const text = atEnd ? [...lines, ...boilerplate] : [lines[0], ...boilerplate, ...lines.slice(1)];
  return { text: text.join('\n'), tools: given };
}

/** One to three sentences are replaced, added or removed. */
function edit(template: Template, random: Random): void {
  template.version++;
  for (let i = 1 + random.below(template.own.length < 10 ? 2 : 3); i > 0; i--) {
    const place = random.below(template.own.length);
    const how = random.below(3);
    if (how === 0) template.own.splice(place, 1, sentence(random));
    else if (how === 1 || template.own.length < 4) template.own.splice(place, 0, sentence(random));
    else template.own.splice(place, 1);
  }
}

function toolOf(random: Random): string {
  const name = words(random, 2).replace(' ', '_');
  return JSON.stringify({ name, description: sentence(random), parameters: { type: 'object' } });
}

function sentence(random: Random): string {
  const text = words(random, 5 + random.below(12));
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
}

const FIRST = ['Anna', 'Ben', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hiroshi', 'Ines', 'Jonas'];
const LAST = ['Schmidt', 'Okafor', 'Nguyen', 'Rossi', 'García', 'Larsen', 'Haddad', 'Novak', 'Silva'];
const WORDS =
  `answer question customer always never polite short order refund invoice policy product delivery return
  shipping agent support language reply translate summarise list bullet format json field value unknown ask again clear
  tone formal friendly expert legal medical advice refuse mention source document quote cite page link price discount
  country region tax account password reset email phone call transfer human manager complaint apology offer coupon plan
  upgrade cancel renew contract date time zone schedule meeting calendar reminder note draft letter report table column
  row chart figure number unit convert check verify identity secret private data protect law rule exception example
  first second last step before after during while because although unless only every some none other same different`
    .split(/\s+/)
    .filter(Boolean);
