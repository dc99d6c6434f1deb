/** The output of `--help` after a command. */
import { OPTIONS } from '../config.ts';

const WIDTH = 24;

/** Every flag of the server, with its variable and default. */
export function serveHelp(): string {
  const flags = Object.entries(OPTIONS).map(([name, option]) => {
    const fallback = 'fallback' in option ? ` (${option.fallback})` : '';
    return `  ${`--${name}`.padEnd(WIDTH)}${option.help}${fallback}\n  ${' '.repeat(WIDTH)}${option.env}`;
  });
  return `parley serve: starts the server, and keeps it until it is told to stop

Every flag has a variable, beneath it; the flag goes before it. In parentheses: what holds without either.

${flags.join('\n')}`;
}

/** The help of one command, with continuation lines. */
export function helpOf(command: string, help: string): string {
  const entries = help.split(/^(?= {2}\S)/m).slice(1);
  const own = entries.filter((entry) => entry.startsWith(`  parley ${command} `));
  const general = entries.filter((entry) => /^ {2}(--json|--data|APP)/.test(entry));
  return `${own.join('')}\n${general.join('')}`.trimEnd();
}
