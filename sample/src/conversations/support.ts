/** Conversations with an outdoor shop that also books journeys. */
import type { Conversation } from './conversation.ts';

export const SUPPORT: readonly [Conversation, ...Conversation[]] = [
  {
    language: 'en',
    turns: [
      {
        ask: 'I need a [[item]] in [[destination]] by [[weekday]]. Can I collect one on the way from [[city]]?',
        tool: {
          name: 'check_stock',
          arguments: { item: '[[item]]', size: '[[size]]', step: 0 },
          result: '{"item":"[[item]]","available":[[count]],"warehouse":"[[city]]"}',
        },
        furtherTools: [
          {
            name: 'search_trains',
            arguments: { from: '[[city]]', to: '[[destination]]', changes: 2 },
            result: '{"connections":[{"departs":"09:04","arrives":"18:31","changes":2}]}',
          },
          {
            name: 'confirm_booking',
            arguments: { booking: '[[booking]]' },
            result: '{"booking":"[[booking]]","status":"reserved","until":"20:00"}',
          },
        ],
        thinking: 'In stock in [[city]], and the 09:04 is early enough after the shop opens at 8.',
        answer:
          'Yes. The shop in [[city]] has [[count]] of them and opens at 8:00; I reserved one under [[booking]] until 20:00. The train at 09:04 brings you to [[destination]] at 18:31.',
      },
      {
        ask: '[[Perfect, thanks!|Great, I will be there.]]',
        answer: 'Have a good journey, and enjoy the [[item]]!',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: '[[Hi|Hello|Good morning]], where is my order [[order]]? It was supposed to arrive on [[weekday]].',
        tool: {
          name: 'find_order',
          arguments: { order: '[[order]]' },
          result:
            '{"order":"[[order]]","status":"in transit","carrier":"[[carrier]]","items":["[[item]]"],"depot":"[[city]]"}',
        },
        thinking: 'The parcel is at the depot, so it is late but not lost. I should say when it will come.',
        answer:
          'Your order [[order]] ([[item]]) is with [[carrier]] and reached the depot in [[city]] this morning. It should be with you [[tomorrow|within two days]]. I am sorry that it is late.',
      },
      {
        ask: 'I will not be at home. Can it go to a parcel shop instead?',
        answer:
          'Yes. Open the tracking link from your confirmation mail, choose “Deliver to a shop” and pick one in [[city]]. [[carrier]] keeps parcels for seven days there. If you prefer, tell me the postcode and I will pick the nearest one for you.',
      },
      {
        ask: '[[Perfect, thanks!|Great, thank you.|Done, that worked.]]',
        answer: 'You are welcome. Enjoy the [[item]]!',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'I ordered the [[shoes]] in size [[size]] but they are too tight. How do I exchange them?',
        answer:
          'That is easy to sort out. You have 30 days to exchange unworn goods.\n\n1. Open **My orders** and choose the order.\n2. Choose **Exchange** and the size you need.\n3. Print the label, or show the code at a parcel shop.\n\nThe new pair leaves as soon as the old one is scanned.',
      },
      {
        ask: 'Do I have to pay for the label?',
        answer:
          'No, exchanges are free within the EU, Switzerland and the UK. Returns for a refund cost 3.90.',
      },
      {
        ask: 'And is one size up in stock?',
        tool: {
          name: 'check_stock',
          arguments: { item: '[[shoes]]', size: '[[size]]', step: 1 },
          result: '{"item":"[[shoes]]","available":[[count]],"warehouse":"[[city]]"}',
        },
        answer:
          'Yes: there are [[count]] of them in our warehouse in [[city]], so the exchange can leave the same day.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'This arrived today, and I think the seam is broken. Is that covered?',
        image: 'https://images.example.com/uploads/[[order]]-seam.jpg',
        thinking: 'The picture shows an open seam about four centimetres long. Two years of warranty apply.',
        answer:
          'Thank you for the picture: the seam is open for about four centimetres, and that is a fault of ours. It is covered by the two-year warranty. I can send a new [[sewn]] at once or refund [[price]] euros. Which do you prefer?',
      },
      {
        ask: '[[A new one, please.|Please replace it.|I would rather have the money back.]]',
        answer:
          'Done. You will get an email with the details within a few minutes. There is no need to send the faulty one back; please recycle it.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'Can I get from [[city]] to [[destination]] by train in one day?',
        tool: {
          name: 'search_trains',
          arguments: { from: '[[city]]', to: '[[destination]]', changes: 3 },
          result:
            '{"connections":[{"departs":"06:12","arrives":"20:47","changes":2},{"departs":"07:58","arrives":"23:10","changes":3}]}',
        },
        answer:
          'Yes, if you start early. The best connection leaves [[city]] at 06:12 and reaches [[destination]] at 20:47 with two changes. There is a later one at 07:58 that arrives at 23:10, but its last change is only nine minutes.',
      },
      {
        ask: 'What does the early one cost for [[guests]] people?',
        answer:
          'Saver fares start at [[price]] euros per person when you book at least two weeks ahead. For [[guests]] people a group ticket may be cheaper; shall I compare both for a date?',
      },
      {
        ask: 'Next [[weekday]], please.',
        answer:
          'For next [[weekday]] the group ticket is the cheaper one by about a fifth. Seats are still free in all three trains. I have kept them for you as booking [[booking]] until tonight at 22:00.',
      },
      {
        ask: 'Book it.',
        tool: {
          name: 'confirm_booking',
          arguments: { booking: '[[booking]]' },
          result: '{"booking":"[[booking]]","state":"confirmed"}',
        },
        answer:
          'Booked. Your tickets for booking [[booking]] are on their way to your inbox. Have a good journey!',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: 'My discount code does not work. It says “not valid for this basket”.',
        answer:
          'Codes do not apply to gift cards and to goods that are already reduced. If your basket has only one of those, take it out, enter the code, and order it separately.',
      },
      {
        ask: 'There is only a [[item]] for [[price]] in it.',
        answer:
          'Then the code should work: the [[item]] is not reduced. I have renewed the code on your account. Please reload the basket and try once more.',
      },
    ],
  },
  {
    language: 'en',
    turns: [
      {
        ask: '[[Please delete my account and all my data.|How do I close my account?]]',
        answer:
          'You can do that yourself under **Account → Privacy → Close account**. Open orders are finished first, and invoices have to be kept for ten years by law; everything else is deleted within 30 days. Would you like me to send the link?',
      },
      { ask: 'Yes, send it.', answer: 'Sent. The link works for 24 hours.' },
    ],
  },
  {
    language: 'de',
    turns: [
      {
        ask: '[[Hallo|Guten Tag|Moin]], meine Bestellung [[order]] ist noch nicht da. Wo steckt sie?',
        tool: {
          name: 'find_order',
          arguments: { order: '[[order]]' },
          result:
            '{"order":"[[order]]","status":"in transit","carrier":"[[carrier]]","items":["[[artikel]]"]}',
        },
        answer:
          'Ihre Bestellung [[order]] ([[artikel]]) ist seit gestern mit [[carrier]] unterwegs und kommt voraussichtlich am [[wochentag]]. Entschuldigen Sie bitte die Verspätung.',
      },
      {
        ask: 'Kann ich sie auch an eine Packstation schicken lassen?',
        answer:
          'Ja, das geht noch bis heute Abend. Öffnen Sie die Sendungsverfolgung, wählen Sie „Umleiten“ und geben Sie die Nummer der Packstation und Ihre Postnummer an.',
      },
      { ask: 'Super, danke!', answer: 'Gern geschehen. Viel Freude damit!' },
    ],
  },
  {
    language: 'de',
    turns: [
      {
        ask: 'Wie komme ich am besten mit dem Fahrrad von [[city]] nach [[destination]]?',
        thinking: 'Das ist weit. Ein Teil mit dem Zug ist sinnvoll, dann ein Flussradweg.',
        answer:
          'Am schönsten ist es, die erste Hälfte mit dem Zug zu fahren (Fahrradplatz bitte reservieren) und danach dem Flussradweg zu folgen. Rechnen Sie mit etwa 70 Kilometern am Tag und planen Sie einen Ruhetag ein.',
      },
      {
        ask: 'Brauche ich dafür besondere Ausrüstung?',
        answer:
          'Zwei wasserdichte Radtaschen, Flickzeug, ein Ersatzschlauch und eine [[artikel]] reichen. Unter [[price]] Euro finden Sie bei uns ein Set, das alles außer der Luftpumpe enthält.',
      },
    ],
  },
  {
    language: 'fr',
    turns: [
      {
        ask: 'Bonjour, je voudrais renvoyer la commande [[order]] ([[article]]). Comment faire ?',
        answer:
          'Bonjour ! Ouvrez **Mes commandes**, choisissez la commande [[order]], puis **Retourner**. Vous recevrez une étiquette par courriel. Le remboursement arrive en général cinq jours après la réception du colis.',
      },
      {
        ask: "Est-ce que c'est gratuit ?",
        answer:
          "L'échange est gratuit. Pour un remboursement, nous retenons 3,90 euros de frais de port, sauf si l'article a un défaut.",
      },
      { ask: 'Très bien, merci.', answer: 'Avec plaisir. Bonne journée !' },
    ],
  },
  {
    language: 'fr',
    turns: [
      {
        ask: 'Y a-t-il encore des places dans le train pour [[destination]] [[jour]] prochain ?',
        tool: {
          name: 'search_trains',
          arguments: { from: '[[city]]', to: '[[destination]]' },
          result: '{"connections":[{"departs":"08:04","arrives":"14:31","seats":[[count]]}]}',
        },
        answer:
          'Oui, il reste [[count]] places dans celui de 8 h 04, qui arrive à [[destination]] à 14 h 31. Voulez-vous que je les réserve ?',
      },
      {
        ask: 'Oui, deux places côté fenêtre.',
        answer: "C'est fait : réservation [[booking]], deux places côté fenêtre.",
      },
    ],
  },
];
