import { expect, test } from 'vitest'
import { cpuTime } from '../../../../testing/runner/costs.ts'
import { judge } from './judge.ts'
import { judgeMail } from './kinds.ts'
import { newTextOf } from './new-text.ts'

const wishes = {
  English: [
    'STOP',
    'stop it',
    'Please stop.',
    'Remove',
    'opt out',
    'Take me off',
    'Please, no more.',
    'Not interested, stop',
    'This is spam, please stop.',
    'Not interested, please do not follow up.',
    'Please unsubscribe me.',
    'How do I unsubscribe?',
    'I did not sign up for this, unsubscribe me',
    'We will not buy, so opt out please',
    'Remove me from your list',
    'Not interested. Please remove me.',
    'We received this e-mail in error, please remove us from your list.',
    'please remove bob@acme.example from your mailing list',
    'Kindly remove my email address from your database.',
    'Please exclude us from future mailings',
    'please take us off your mailing list',
    'Please delete my data.',
    'Please erase all my personal data.',
    'Stop emailing me!',
    'quit spamming me',
    'Please cease all communication.',
    'Please refrain from contacting me.',
    'Please discontinue sending mails to this address.',
    'You must stop mailing us',
    'I want you to stop contacting me',
    "don't email us",
    'Do not contact again.',
    "Please don't contact me again.",
    'Do not mail this address again.',
    'never email me again',
    'We ask you not to email us any more.',
    'Please do not send any further emails.',
    'Do not send me anything else',
    "I don't want any more emails from you.",
    "We don't want your newsletter",
    'We do not want to be contacted.',
    'I would prefer not to be contacted.',
    'I no longer wish to receive your emails.',
    "I'm not interested in receiving your emails",
    "I'd appreciate it if you stopped emailing me.",
    'No more emails please',
    'no emails please',
    'Leave me alone',
    'Go away',
    'I withdraw my consent',
    'I object to the processing of my data.',
    'I hereby object to the use of my personal data for marketing purposes (Art. 21 GDPR).',
    'Please add me to your do not contact list',
    // https://github.com/ProgressiveCoders/Spoke/issues/2184
    'lose my number',
    'remove my name',
    'take me off this list',
    'Hi Ada,\n\nplease stop sending me\nthese mails.\n\nBest regards\nBob',
    'Best regards\nBob\n\nPS: please remove me from your list',
  ],
  German: [
    'Bitte abmelden',
    'Nicht interessiert. Von weiteren Anschreiben bitte ich abzusehen.',
    'Ich will das nicht, bitte abmelden',
    'Bitte nehmen Sie mich aus dem Verteiler',
    'Aus dem Verteiler nehmen!',
    'Nehmt mich raus',
    'Tragen Sie mich bitte aus.',
    'Melden Sie mich bitte von diesem Newsletter ab.',
    'Bitte streichen Sie uns von Ihrer Liste.',
    'Bitte löschen Sie meine Daten aus Ihrer Liste',
    'Bitte loeschen Sie unsere E-Mail-Adresse.',
    'Bitte meine Adresse löschen',
    'Ich bitte um Löschung meiner Daten.',
    'Unsere Adresse bitte aus dem Verteiler löschen.',
    'Keine weiteren E-Mails bitte',
    'Bitte keine Mails mehr',
    'Bitte keine Werbung.',
    'Keine Werbung!',
    'Nein danke, bitte keine E-Mails.',
    'kein Interesse, bitte keine weiteren Mails',
    'Wir wünschen keine weiteren Zusendungen.',
    'Ich möchte keine Mails von Ihnen bekommen.',
    'Ich will nichts mehr von Ihnen hören',
    'Schreiben Sie mir nicht mehr',
    'Bitte nicht mehr anschreiben.',
    'Bitte kontaktieren Sie uns nicht mehr',
    'Ich möchte nicht mehr kontaktiert werden',
    'Lassen Sie mich in Ruhe.',
    'Hören Sie auf mir zu schreiben.',
    'Hört bitte auf',
    'Bitte unterlassen Sie weitere Zusendungen.',
    'Stoppen Sie bitte diese Mails.',
    'Bitte sehen Sie von weiteren E-Mails ab.',
    'Verschonen Sie mich mit Ihren Mails',
    'Ich verbitte mir weitere Mails',
    'Ich widerspreche der Nutzung meiner Daten',
    'Hiermit widerspreche ich der Verarbeitung meiner personenbezogenen Daten.',
  ],
  'other languages': [
    'Veuillez me désinscrire de votre liste.',
    'Merci de ne plus me contacter.',
    // https://github.com/happyDomain/happydeliver/issues/8
    'Désabonnez-moi',
    "Arrêtez de m'envoyer des mails",
    'Por favor, no me escriban más.',
    'Quiero darme de baja',
    'Elimíneme de su lista',
    'Cancellatemi dalla vostra lista',
    'Non scrivetemi più',
    'Verwijder mij uit uw lijst',
    'Graag uitschrijven',
    'Stuur mij geen mails meer',
    'Por favor, remova meu e-mail da sua lista',
    'Não me envie mais e-mails',
    'Proszę usunąć mnie z listy',
    'Proszę nie pisać do mnie więcej',
    'Ta bort mig från er lista',
    'Sluta mejla mig',
    'Fjern mig fra listen',
  ],
}
test.each(Object.entries(wishes).flatMap(([language, texts]) => texts.map((text) => [language, text])))(
  'a clear wish in %s opts out: %j',
  (_, text) => {
    expect(judge(newTextOf(text))).toEqual({ intent: 'unsubscribe', isClear: true })
  },
)

const notice =
  'This email and any files transmitted with it are confidential and intended solely for the use of the individual or entity to whom they are addressed. If you have received this email in error please notify the system manager and delete it.'
test.each([
  ['interested', 'Yes, let us talk.'],
  ['interested', 'Sounds good, tell me more'],
  ['interested', 'Klingt interessant!'],
  ['interested', 'Please contact me on Monday.'],
  ['interested', 'Happy to talk next week, I could not open your e-mail before.'],
  ['interested', 'Could you stop by on Monday? We are interested.'],
  ['not_interested', 'We are not interested.'],
  ['not_interested', 'Kein Interesse'],
  ['not_interested', 'No interest at the moment.'],
  ['not_now', 'Derzeit nicht, nächstes Jahr gerne'],
  ['question', 'What does it cost?'],
  ['question', 'Wie hoch sind die Kosten?'],
  ['question', 'Could you get us off the ground quickly?'],
  ['other', 'I forwarded your mail to my colleague Tom.'],
  ['out_of_office', 'I am out of the office until Monday.'],
  // https://github.com/mailgun/talon/issues/36
  ['interested', `Yes, please call me.\n\nRegards\n\nDavid\nManaging Director\n\n${notice}`],
  // https://github.com/ellie-assist/ellie/issues/4
  [
    'interested',
    'Sounds good.\n\nDisclaimer\n\nIt has been sent for the sole use of the intended recipient(s). If you have received this email in error, please destroy all copies of the message.',
  ],
  // https://github.com/sunlightlabs/opencongress/issues/395
  ['interested', 'Sounds good.\n\nIf you no longer wish to receive emails from us, reply with unsubscribe.'],
  ['interested', 'Sounds great. Please do not send us confidential information by e-mail.'],
  [
    'interested',
    'Klingt gut.\n\nDiese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie bitte diese E-Mail.',
  ],
  [
    'interested',
    "Sounds good.\n\nCe message est confidentiel. Si vous n'êtes pas le destinataire, merci de le supprimer.",
  ],
  ['interested', 'Yes please, send us more details.\n\nBest regards\nBob\nHead of Spam Prevention'],
] as const)('a clear %s needs no decision: %j', (intent, text) => {
  expect(judge(newTextOf(text))).toEqual({ intent, isClear: true })
})

test.each([
  '',
  'No.',
  'Hello',
  'We spoke about it.',
  'Je ne comprends pas',
  'Is this spam?',
  'Why do you keep writing to me?',
  'Where did you get my address?',
  'Do not unsubscribe me, I like this.',
  "I don't want to unsubscribe",
  'Wir wollen uns nicht abmelden.',
  "Please don't email me, call me instead",
  'Please do not contact me until January.',
  'We need someone to build our unsubscribe page.',
  'We need someone to delete our old records from the system.',
  'Could you remove our old logo from the website?',
  'Interesting. But your mails are spam.',
  'No thanks, and no idea why you write to us.',
  'Thanks. Your use of my address is legally not allowed.',
  'Danke. Meine Daten haben Sie irrtümlich.',
  'Vielen Dank. Von Antworten auf diese E-Mail bitten wir abzusehen.',
  'Wir haben keine weiteren E-Mails erhalten.',
  // https://github.com/ProgressiveCoders/Spoke/issues/1016
  'Count me in! We have got to STOP this terrible bill from passing!!',
])('a text that is neither a clear wish nor clearly another intent is left to a person: %j', (text) => {
  const { intent, isClear } = judge(newTextOf(text))
  expect([intent === 'unsubscribe', isClear]).toEqual([false, false])
})

const mail = {
  subject: 'Re: Web shops',
  own: '',
  automatic: null,
  report: null,
  isAnswer: true,
  subjects: ['Web shops'],
}
const inThread = { ...mail, texts: { sent: [], others: [] } }

test.each([
  ['a wish in the subject alone', { subject: 'Unsubscribe' }, 'unsubscribe', false],
  ['a subject that we wrote', { subject: 'AW: Stop paper', subjects: ['Stop paper'], own: 'Yes' }, 'reply', false],
  ['a program', { automatic: 'certain', own: 'Please remove me from your list' }, 'auto_reply', false],
  [
    'headers that people have too',
    { automatic: 'likely', own: 'Please remove me from your list' },
    'unsubscribe',
    false,
  ],
  ['such headers and other words', { automatic: 'likely', own: 'We moved.' }, 'auto_reply', false],
  ['an answer over a list', { automatic: 'bulk', own: 'Yes, call me.' }, 'reply', false],
  ['a newsletter', { automatic: 'bulk', isAnswer: false, own: 'News. Unsubscribe' }, 'auto_reply', false],
  ['a report', { report: { kind: 'bounce' }, own: 'unsubscribe' }, 'bounce', false],
  ['other words', { own: 'We spoke about it.' }, 'reply', true],
  ['an owner who left', { automatic: 'certain', own: 'I have left, please remove this address.' }, 'reply', true],
  [
    'one who left in German',
    { automatic: 'likely', own: 'Frau Muster ist ausgeschieden. Bitte löschen Sie diese Adresse.' },
    'reply',
    true,
  ],
  ['one who left and asks for nothing', { automatic: 'certain', own: 'I have left the company.' }, 'auto_reply', false],
  ['one who left the office', { automatic: 'certain', own: 'I am away until Monday.' }, 'auto_reply', false],
] as const)('the kind of a mail: %s', (_, changed, kind, needsDecision) => {
  expect(judgeMail({ ...inThread, ...changed })).toMatchObject({ kind, needsDecision })
})

test.each([
  'Automatic reply: Web shops',
  'Out of office: Web shops',
  'Automatische Antwort: Web shops',
  'Abwesenheitsnotiz',
  'Im Urlaub',
  'Réponse automatique : Web shops',
  'Respuesta automática: Web shops',
  'Risposta automatica: Web shops',
  'Resposta automática: Web shops',
  'Automatisch antwoord: Web shops',
  'Automatyczna odpowiedź: Web shops',
  'Autosvar: Web shops',
  'Automatická odpověď: Web shops',
  'Automaattinen vastaus: Web shops',
  'Răspuns automat: Web shops',
])('an automatic answer is known by its subject, and a wish in it counts: %s', (subject) => {
  expect(judgeMail({ ...inThread, subject, own: 'Je reviens lundi.' }).kind).toBe('auto_reply')
  expect(judgeMail({ ...inThread, subject, own: 'Please remove me from your list.' }).kind).toBe('unsubscribe')
})

test('a subject that we wrote, or one about automatic answers, is that of a reply', () => {
  const own = 'Sounds good, tell me more.'
  const sent = { ...inThread, own, subject: 'Re: Automatic reply: how to', subjects: ['Automatic reply: how to'] }
  expect(judgeMail(sent).kind).toBe('reply')
  expect(judgeMail({ ...inThread, own, subject: 'Automatic reply systems: your offer' }).kind).toBe('reply')
})

test.each(['stop ', 'please ', 'i do not ', 'bitte mich ', 'no more ', 'a.', '. ', 'remove me ', 'www.', 'ß', ' \n'])(
  'a mail of nothing but %j is judged in a time that grows with its length',
  (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length))
    const begin = cpuTime().ownMs
    judge(text)
    expect(cpuTime().ownMs - begin).toBeLessThan(2_000)
  },
)
