import { domain } from '../../domain.ts'
import { companySignIn } from './contract.ts'
import { checkDomains } from './jobs/check-domains.ts'
import { reportEmergencies } from './jobs/report-emergencies.ts'
import { warnOfStoppingKeys } from './jobs/warn-of-stopping-keys.ts'
import type { GivenParts } from './flow-cookie.ts'
import handlers from './handlers.ts'
import { identitiesIn, identityDomainKind } from './store.ts'

export default domain({
  name: 'company-sign-in',
  contract: companySignIn,
  handlers: (parts: GivenParts) => handlers(parts),
  kinds: { identity_domain: identityDomainKind },
  schedules: (parts: GivenParts) => [
    { name: 'company-domains', everySeconds: 3_600, work: (context) => checkDomains(parts, context) },
    { name: 'company-keys', everySeconds: 3_600, work: (context) => warnOfStoppingKeys(parts, context) },
    { name: 'company-emergencies', everySeconds: 30, work: (context) => reportEmergencies(parts, context) },
  ],
  person: { exportIn: async (tx, { userId }) => ({ identities: await identitiesIn(tx, { userId }) }) },
  jobActions: ['identity_domain.lose', 'identity_provider.emergency'],
})
