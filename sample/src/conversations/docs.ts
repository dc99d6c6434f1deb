/** Conversations that look things up: rivers, recipes, and how to operate things. */
import type { Conversation } from './conversation.ts';

export const DOCS: readonly [Conversation, ...Conversation[]] = [
  {
    language: 'en',
    turns: [
      {
        ask: 'How long is the [[river]], and where does it end?',
        answer:
          'The [[river]] is one of the longer rivers of Europe. How long exactly depends on which headwater one counts, so figures differ by some tens of kilometres. It ends in a wide mouth that is tidal, which is why its port lies a little upstream.',
      },
      {
        ask: 'Can one cycle along it?',
        answer:
          'Yes: there is a marked path along most of the [[river]], mostly flat and paved. May, June and September are the best months. The stretch near [[city]] is busy on weekends.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Find me a soup with [[vegetable]] for [[guests]] people, without cream.',
        answer:
          '**[[vegetable]] soup**, for [[guests]]\n\n- 600 g [[vegetable]], diced\n- 1 onion and 1 potato\n- 1 litre of vegetable stock\n- olive oil, lemon, black pepper\n\nSweat the onion for five minutes, add everything else, simmer for 20 minutes and blend. The potato takes the place of the cream. Finish with lemon.',
      },
      {
        ask: 'What can I use instead of the potato?',
        answer:
          'A handful of red lentils (then 25 minutes), or a tin of white beans. Both make it creamy as well.',
      },
      {
        ask: 'And a bread that goes with it?',
        thinking: 'Something quick that needs no rising. Soda bread fits.',
        answer:
          'Soda bread, since it needs no time to rise: 400 g flour, a teaspoon each of salt and baking soda, 350 ml buttermilk. Mix, shape, cut a cross, and bake for 40 minutes at 200 °C.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'How do I rotate the logs of the [[service]] without a restart?',
        tool: {
          name: 'search_docs',
          arguments: { query: '[[service]] log rotation', limit: 3 },
          result:
            '[{"title":"Logs","section":"Rotation","text":"Send SIGHUP after the file was moved; the [[service]] opens it again."}]',
        },
        answer:
          'Move the file, then send `SIGHUP` to the process: the [[service]] opens its log again and carries on (see **Logs → Rotation**). With logrotate that is a `postrotate` step. Nothing is lost in between, because the old file stays open until then.',
      },
      {
        ask: 'Does that also work in a container?',
        answer:
          'There it should write to standard output instead, and the container runtime rotates. Set `log.file` to `-`.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'What is the difference between a hash index and a B-tree?',
        thinking: 'Equality against ranges; ordering; size; when each is chosen.',
        answer:
          'A hash index answers one question: which rows have exactly this value. A B-tree keeps its keys in order, so it also answers ranges, sorting and prefixes. Unless you measured otherwise, take the B-tree: on equality it is hardly slower.',
      },
      {
        ask: 'And for the table [[table]] with a timestamp column?',
        answer:
          'If [[table]] is only ever appended to, a block-range index is tiny and usually enough for questions about time. If rows arrive out of order, use a B-tree.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Which port does the [[service]] listen on, and how do I change it?',
        tool: {
          name: 'search_docs',
          arguments: { query: '[[service]] port', limit: 3 },
          result: '[{"title":"Configuration","text":"--port, default [[port]]"}]',
        },
        answer:
          'On port [[port]] unless you say otherwise. Change it with `--port`, or `port:` in the configuration file.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'What does the sign in this picture mean?',
        image: 'https://images.example.com/signs/[[count]].png',
        answer:
          'It marks a long-distance walking trail: white above red, as it is used in several countries. Follow the stripes; a cross of the two colours means that you took the wrong turn.',
      },
    ],
  },
  {
    language: 'de',
    turns: [
      {
        ask: 'Welche Städte liegen an der Elbe?',
        answer:
          'Von der Quelle zur Mündung unter anderem Hradec Králové, Ústí nad Labem, Dresden, Meißen, Magdeburg, Hamburg und Cuxhaven. Prag liegt an der Moldau, die bei Mělník in die Elbe mündet.',
      },
      {
        ask: 'Und welche davon hat den größten Hafen?',
        answer:
          'Hamburg. Der Hafen liegt gut hundert Kilometer landeinwärts, und die Gezeiten reichen bis Geesthacht.',
      },
    ],
  },
  {
    language: 'de',
    turns: [
      {
        ask: 'Wie mache ich Kartoffelsalat für [[count]] Personen, ohne Mayonnaise?',
        answer:
          'Nehmen Sie 250 g festkochende Kartoffeln pro Person. Noch warm in Scheiben schneiden, mit heißer Gemüsebrühe, Essig, Senf, Öl und Zwiebeln mischen und mindestens eine Stunde ziehen lassen. Kurz vor dem Servieren kommen Schnittlauch und Radieschen dazu.',
      },
      {
        ask: 'Kann ich ihn am Vortag machen?',
        answer: 'Ja, er wird sogar besser. Nur die Kräuter erst am Tag selbst.',
      },
    ],
  },
  {
    language: 'fr',
    turns: [
      {
        ask: 'Où la Loire prend-elle sa source ?',
        answer:
          "La Loire prend sa source au pied du mont Gerbier-de-Jonc, en Ardèche, et se jette dans l'Atlantique à Saint-Nazaire. C'est le plus long fleuve de France, avec un peu plus de mille kilomètres.",
      },
      {
        ask: 'Quels châteaux peut-on voir depuis la piste cyclable ?',
        answer: 'Entre autres Chambord (un petit détour), Blois, Chaumont, Amboise, Villandry et Saumur.',
      },
    ],
  },
];
