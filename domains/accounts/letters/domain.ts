import { domain } from '../../domain.ts'
import { sendLetters, type LetterParts } from './jobs/send-letters.ts'
import { deleteLettersOfPerson, letterExpiry, lettersOfPerson, removeLetters } from './store.ts'

export default domain({
  name: 'letters',
  schedules: (parts: LetterParts) => [
    { name: 'letters', everySeconds: 5, work: (context) => sendLetters(parts, context) },
  ],
  project: () => ({ purge: removeLetters }),
  person: {
    lists: { letters: lettersOfPerson },
    eraseIn: (tx, { userId }) => deleteLettersOfPerson(tx, { userId }),
  },
  retention: [letterExpiry],
})
