import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Posteingang',
  none: {
    replied: 'Noch keine Antworten',
    decide: 'Nichts zu entscheiden',
    interested: 'Noch niemand interessiert',
    question: 'Keine Fragen',
    not_now: 'Kein „nicht jetzt“',
    all: 'Noch keine Mails',
  },
  noneText: {
    replied: 'Kontakte, die zurückschreiben, erscheinen hier, die neuesten zuerst.',
    decide: 'Antworten, die vielleicht eine Abmeldung sind, warten hier auf deine Entscheidung.',
    interested: 'Kontakte, deren Antwort Interesse zeigt, erscheinen hier.',
    question: 'Kontakte, die etwas fragen, erscheinen hier.',
    not_now: 'Kontakte, die später angeschrieben werden wollen, erscheinen hier.',
    all: 'Hier erscheinen Mails an Kontakte und deren Antworten.',
  },
  noPlaySends: 'Antworten erscheinen hier, sobald eine Kampagne läuft.',
  nothingSent: (plays) =>
    plays === 1
      ? 'Eine Kampagne läuft. Antworten auf ihre Mails erscheinen hier.'
      : `${plays} Kampagnen laufen. Antworten auf ihre Mails erscheinen hier.`,
  openPlays: 'Kampagnen öffnen',
  openPlay: 'Kampagne öffnen',
  state: (mails, hasDrafts) =>
    [
      mails === 0 ? 'Noch keine Mail gesendet.' : mails === 1 ? '1 Mail.' : `${mails} Mails.`,
      ...(hasDrafts ? ['Entwürfe warten auf deine Freigabe.'] : []),
    ].join(' '),
  about: 'Über den Kontakt',
  source: 'Quelle',
  play: 'Kampagne',
  show: 'Welche Unterhaltungen gezeigt werden',
  filters: {
    replied: 'Antworten',
    decide: 'Zu entscheiden',
    interested: 'Interessiert',
    question: 'Fragen',
    not_now: 'Nicht jetzt',
    all: 'Alle',
  },
  intents: {
    interested: 'interessiert',
    not_now: 'nicht jetzt',
    not_interested: 'kein Interesse',
    question: 'Frage',
    out_of_office: 'abwesend',
    unsubscribe: 'will keine Mails',
    other: 'etwas anderes',
  },
  kinds: {
    reply: 'Antwort',
    auto_reply: 'automatische Antwort',
    bounce: 'nicht zugestellt',
    complaint: 'Beschwerde',
    unsubscribe: 'will keine Mails',
  },
  statuses: {
    draft: 'Entwurf',
    approved: 'wartet auf den Versand',
    sending: 'wird gesendet',
    sent: 'gesendet',
    unknown: 'Versand ungewiss',
    refused: 'abgelehnt',
    cancelled: 'abgebrochen',
    received: 'eingegangen',
  },
  optedOut: 'abgemeldet',
  thread: 'Mails, die älteste zuerst',
  toLead: (name) => `An ${name}`,
  drafts: 'Entwürfe',
  unanswered: 'unbeantwortet',
  noReply: 'noch keine Antwort',
  you: (mail) => `Du: ${mail}`,
  filter: 'Nach Name, Firma oder Betreff filtern',
  fromLead: (address) => address ?? 'Ohne Absender',
  failure: (reason) => `Der Mailserver meldet: ${reason}`,
  sort: 'Einordnung',
  notSorted: 'nicht eingeordnet',
  sortedBy: {
    rule: 'Automatisch eingeordnet.',
    model: 'Von einem Modell eingeordnet.',
    person: 'Von Hand eingeordnet.',
  },
  takeBack: 'Abmeldung zurücknehmen',
  takeBackText:
    'Eine Regel hat die Mail als Abmeldung gelesen. Gib an, worum es wirklich geht und warum. Die Mail bleibt als Beleg; gesendet wird erst, wenn der Kontakt wieder aktiviert ist.',
  takeBackReason: 'Grund',
  optsOut: '„Will keine Mails“ meldet den Kontakt endgültig ab.',
  decide: 'zu entscheiden',
  decideText: 'Vielleicht will der Absender keine Mails mehr. Bis du das entschieden hast, wird nichts gesendet.',
  heldDomain: (domain: string) =>
    `Die Mail bittet, die ganze Firma nicht mehr anzuschreiben. Niemand bei ${domain} bekommt Mails, bis du sie einordnest: „Will keine Mails“ setzt ${domain} auf die Sperrliste.`,
  waitsText: (day: string) =>
    `Jemand anderes hat für den Kontakt geschrieben. Bis du das einordnest, längstens bis ${day}, wird ihm nichts gesendet.`,
  reply: 'Antworten',
  replyText: 'Gesendet wird aus dem Postfach, aus dem der Kontakt angeschrieben wurde.',
  body: 'Deine Antwort',
  send: 'Antwort senden',
  results: {
    sent: 'Die Antwort wurde gesendet.',
    queued: 'Die Antwort wartet, bis ihr Postfach sie senden kann.',
    unknown:
      'Die Verbindung ist beim Senden abgebrochen. Kläre erst, ob die Antwort ankam, bevor du noch einmal schreibst.',
  },
}
