import { domain } from '../../domain.ts'
import { identity } from './contract/me.ts'
import { letters } from './contract/letters.ts'
import { people } from './contract/own-data.ts'
import { preferences } from './contract/preferences.ts'
import { signIn } from './contract/sign-in.ts'
import { erasePeople, type ErasureParts } from './jobs/erase-people.ts'
import { settleAllAccountEvents } from './account-events.ts'
import { personSections } from './store-me.ts'
import { removeOldSessions, removeOldSignUps, removeOldVerifications, removeUnverified } from './store-erasure.ts'
import { removeOldThrottles } from './sign-in/store.ts'
import routes from './routes.ts'

export default domain({
  name: 'people',
  contract: { ...signIn, ...identity, ...letters, ...people, ...preferences },
  handlers: routes,
  schedules: (parts: ErasureParts) => [
    { name: 'erasures', everySeconds: 5, work: ({ signal }) => erasePeople(parts, signal) },
    // Changes of people's own accounts whose process died before they were recorded.
    { name: 'own-acts', everySeconds: 60, work: (context) => settleAllAccountEvents(parts.database, context) },
  ],
  person: { export: (tx, person) => personSections(tx, person) },
  retention: [
    { kind: 'sessions', remove: removeOldSessions },
    { kind: 'throttles', remove: removeOldThrottles },
    { kind: 'verifications', remove: removeOldVerifications },
    { kind: 'signUps', remove: removeOldSignUps },
    { kind: 'unverified', remove: removeUnverified },
  ],
  jobActions: ['workspace.create'],
})
