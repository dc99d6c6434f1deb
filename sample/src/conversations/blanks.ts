/** Values for `[[order]]`, `[[city]]` and other blanks. */
import type { Random } from '../random.ts';
import type { Conversation, ToolUse, Turn } from './conversation.ts';

const VALUES: Record<string, readonly [string, ...string[]]> = {
  item: [
    'sleeping bag',
    'rain jacket',
    'camping stove',
    'two-person tent',
    'head torch',
    'dry bag',
    'trail map',
  ],
  /** Things sold in pairs. */
  shoes: ['hiking boots', 'trail shoes', 'climbing shoes', 'walking sandals'],
  /** Things that have seams. */
  sewn: ['rain jacket', 'two-person tent', 'sleeping bag', 'dry bag'],
  artikel: ['Regenjacke', 'Stirnlampe', 'Isomatte', 'Trinkflasche', 'Radtasche'],
  article: ['chaussures de marche', 'veste de pluie', 'lampe frontale', 'gourde', 'sacoche de vélo'],
  // Any of these cities is within a day by train of any destination.
  city: ['Lyon', 'Ghent', 'Basel', 'Utrecht', 'Leipzig', 'Strasbourg', 'Freiburg', 'Antwerp', 'Cologne'],
  destination: ['Ljubljana', 'Bologna', 'Zagreb', 'Vienna', 'Kraków', 'Aarhus', 'Turin', 'Brno'],
  river: ['Elbe', 'Loire', 'Vistula', 'Douro', 'Danube', 'Po', 'Tagus', 'Rhine', 'Severn', 'Oder'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  wochentag: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'],
  jour: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi'],
  size: ['38', '39', '41', '42', '43', '44'],
  price: ['24.90', '39.00', '59.50', '89.00', '119.00', '149.90'],
  carrier: ['DHL', 'GLS', 'UPS', 'DPD'],
  function: ['parseHeader', 'loadPrices', 'mergeRanges', 'readChunk', 'nextCursor', 'sumByDay', 'retryLater'],
  module: ['billing', 'scheduler', 'uploads', 'search', 'importer', 'mailer', 'sessions'],
  table: ['invoices', 'events', 'bookings', 'deliveries', 'measurements'],
  service: ['gateway', 'worker', 'ingest', 'reports', 'notifier'],
  vegetable: ['leek', 'fennel', 'pumpkin', 'beetroot', 'celeriac', 'courgette'],
  guests: ['two', 'four', 'six', 'eight'],
};

/** Blanks for numbers, with their number of digits; the first digit is never 0. */
const DIGITS: Record<string, number> = { order: 6, booking: 5, pull: 3, line: 2, port: 4, count: 2 };

const BLANK = /\[\[([^\]]+)\]\]/g;

/** The conversation with all blanks filled in. */
export function fillBlanks({ language, turns }: Conversation, random: Random): Conversation {
  const chosen = new Map<string, string>();
  const fill = (text: string): string => text.replace(BLANK, (_, blank: string) => valueFor(blank));
  const valueFor = (blank: string): string => {
    const [first = '', ...others] = blank.split('|');
    if (others.length > 0) return random.pick([first, ...others]);
    const value = chosen.get(blank) ?? newValue(blank, random);
    chosen.set(blank, value);
    return value;
  };
  const [first, ...others] = turns;
  return { language, turns: [fillTurn(first, fill), ...others.map((turn) => fillTurn(turn, fill))] };
}

function newValue(blank: string, random: Random): string {
  const values = VALUES[blank];
  if (values) return random.pick(values);
  const digits = DIGITS[blank];
  if (digits === undefined) throw new Error(`Nothing is known to fill in for [[${blank}]].`);
  const smallest = 10 ** (digits - 1);
  return String(smallest + random.below(9 * smallest));
}

function fillTurn(turn: Turn, fill: (text: string) => string): Turn {
  const filled: Turn = { ask: fill(turn.ask), answer: fill(turn.answer) };
  if (turn.thinking) filled.thinking = fill(turn.thinking);
  if (turn.image) filled.image = fill(turn.image);
  if (turn.tool) filled.tool = fillTool(turn.tool, fill);
  if (turn.furtherTools) filled.furtherTools = turn.furtherTools.map((tool) => fillTool(tool, fill));
  return filled;
}

function fillTool({ name, arguments: values, result }: ToolUse, fill: (text: string) => string): ToolUse {
  const filled = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? fill(value) : value,
  ]);
  return { name, arguments: Object.fromEntries(filled), result: fill(result) };
}
