/** Parses the subset of Dockerfile that ours uses; anything else is an error. */

export type Step =
  | { kind: 'COPY'; from: string | null; sources: string[]; target: string }
  | { kind: 'RUN'; script: string }
  | { kind: 'WORKDIR'; folder: string };

export type Stage = {
  name: string;
  image: string;
  steps: Step[];
  /** Settings with which the image is run. */
  env: Record<string, string>;
  user: string;
  workdir: string;
  volumes: string[];
  ports: string[];
  healthcheck: string[];
  entrypoint: string[];
  command: string[];
};

export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const { name, rest } of instructions(text)) {
    if (name === 'FROM') stages.push(newStage(rest));
    else apply(stages.at(-1) ?? fail('Something stands before FROM'), name, rest);
  }
  return stages;
}

/** Instructions; a line that ends in a backslash continues on the next. */
function instructions(text: string): { name: string; rest: string }[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? fail(`No instruction: ${line}`);
      return { name, rest };
    });
}

function newStage(rest: string): Stage {
  const [, image = '', name = ''] = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(rest) ?? fail(rest);
  return {
    name,
    image,
    steps: [],
    env: {},
    user: '0:0',
    workdir: '/',
    volumes: [],
    ports: [],
    healthcheck: [],
    entrypoint: [],
    command: [],
  };
}

function apply(stage: Stage, name: string, rest: string): void {
  switch (name) {
    case 'COPY': {
      const [, from = null, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? [];
      const names = paths.split(' ');
      stage.steps.push({ kind: 'COPY', from, sources: names.slice(0, -1), target: names.at(-1) ?? '' });
      break;
    }
    case 'RUN':
      stage.steps.push({ kind: 'RUN', script: rest });
      break;
    case 'WORKDIR':
      stage.workdir = rest;
      stage.steps.push({ kind: 'WORKDIR', folder: rest });
      break;
    case 'ENV':
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
      break;
    case 'USER':
      stage.user = rest;
      break;
    case 'VOLUME':
      stage.volumes.push(rest);
      break;
    case 'EXPOSE':
      stage.ports.push(rest);
      break;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(/ CMD (\[.+\])$/.exec(rest)?.[1] ?? '');
      break;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest);
      break;
    case 'CMD':
      stage.command = JSON.parse(rest);
      break;
    case 'LABEL':
      break;
    default:
      fail(`Instruction ${name} is not known here`);
  }
}

function fail(why: string): never {
  throw new Error(`The Dockerfile cannot be read: ${why}`);
}
