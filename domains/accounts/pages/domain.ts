import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import { acceptPortalInvitation } from '../clients/contract.ts'
import type { SignInParts } from '../people/index.ts'
import { acceptMemberInvitation } from '../workspaces/contract.ts'
import { invitationPage } from './invitation.ts'
import { openPage, switchOffPage } from './letters.ts'
import { resetPasswordPage } from './reset-password.ts'
import { startPage } from './start.ts'
import { verifyEmailPage } from './verify-email.ts'

interface PageParts {
  readonly database: Database
  readonly signIn: SignInParts
}

/** The pages that links in mail lead to, and the one at the server's own address. */
export default domain({
  name: 'pages',
  pages: ({ database, signIn }: PageParts) => [
    startPage,
    openPage,
    switchOffPage,
    resetPasswordPage,
    verifyEmailPage(signIn),
    invitationPage(database, {
      path: '/join',
      accept: acceptMemberInvitation.path,
      title: (agency) => (agency ? `Join ${agency}` : 'Join the workspace that invited you'),
      joined: 'You have joined',
    }),
    invitationPage(database, {
      path: '/join-portal',
      accept: acceptPortalInvitation.path,
      title: (agency) => (agency ? `Enter the client portal of ${agency}` : 'Enter the client portal'),
      joined: 'You are in',
      portals: '/console/portal/',
    }),
  ],
})
