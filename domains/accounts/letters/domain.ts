import { domain } from '../../domain.ts'
import { sendLetters, type LetterParts } from './jobs/send-letters.ts'
import { deleteLettersOfPerson, letterExpiry, lettersOfPerson, purgeLetters } from './store.ts'

export default domain({
  name: 'letters',
  schedules: (parts: LetterParts) => [
    { name: 'letters', everySeconds: 5, work: (context) => sendLetters(parts, context) },
  ],
  project: () => ({ purge: (tx, projectId) => purgeLetters(tx, { projectId }) }),
  person: {
    lists: { letters: lettersOfPerson },
    eraseIn: (tx, { userId }) => deleteLettersOfPerson(tx, { userId }),
  },
  retention: [letterExpiry],
})
