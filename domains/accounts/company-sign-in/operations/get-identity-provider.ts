import { handle } from '../../../../platform/handler/index.ts'
import { getIdentityProvider } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { presentCompanySignIn } from '../present.ts'

export default ({ signIn }: Pick<CompanyParts, 'signIn'>) =>
  handle(getIdentityProvider, async ({ tx, ok }) => ok(await presentCompanySignIn(tx, signIn.origin())))
