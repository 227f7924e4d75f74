import { expect, test } from 'vitest'
import { judge } from './judge.ts'

const whole = [
  'Please remove me from your list.',
  'Hi Anna,\n\nplease remove me from your list, I do not want any more emails.\n\nThank you.',
  'Dear Ms Smith,\n\nthank you for your message. I am not interested. Please take me off your mailing list.\n\nJohn Smith\nManaging Director of Example Consulting, London',
  'Unsubscribe',
  'Can you please remove me from your list?',
  'Where did you get my address? Remove me from your list.',
  'Stop sending me this spam. Please remove me from your list.',
  'Hi Anna,\n\nBest regards,\nJohn\n\nPS: Please remove me from your list.',
  'Sehr geehrte Frau Muster,\n\nbitte nehmen Sie mich aus dem Verteiler.\n\nVielen Dank',
  'Guten Tag Frau Muster und Kollegen,\n\nbitte löschen Sie mich aus Ihrem Verteiler.',
  'Bonjour Madame,\n\nveuillez me retirer de votre liste.\n\nMerci',
  'Buenos días señora García López,\n\npor favor, denme de baja de su lista.',
  'Gentile signora Rossi Bianchi,\n\nvi prego di cancellarmi dalla vostra lista.',
]
const withMore = [
  'Sounds interesting. Please remove me from your list.',
  'Please remove me from your list. Call me next week.',
  'We run three shops with your software in Bern. Please remove me from your list.',
  'Please remove me from your list. Can you build a shop for our company?',
  'This e-mail is confidential and may be privileged. Please remove me from your list.',
  'Wir betreiben drei Läden in Bern. Bitte nehmen Sie mich aus dem Verteiler.',
]

test.each(whole)('a wish that is the whole text cannot be taken back: %j', (text) => {
  expect(judge(text)).toEqual({ intent: 'unsubscribe', isClear: true })
})
test.each(withMore)('a wish with words beside it can be taken back: %j', (text) => {
  expect(judge(text)).toMatchObject({ intent: 'unsubscribe', hasMore: true })
})
