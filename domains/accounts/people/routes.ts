import type { Database } from '../../../platform/db/database.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { LetterTokens } from './letter-tokens.ts'
import type { SignInParts } from './sign-in/parts.ts'
import beginPasskeyRegistration from './operations/begin-passkey-registration.ts'
import beginPasskeySignIn from './operations/begin-passkey-sign-in.ts'
import changeEmail from './operations/change-email.ts'
import changePassword from './operations/change-password.ts'
import erasePerson from './operations/erase-person.ts'
import exportPerson from './operations/export-person.ts'
import getMyLetters from './operations/get-my-letters.ts'
import getMyPreferences from './operations/get-my-preferences.ts'
import switchOffLetters from './operations/switch-off-letters.ts'
import updateMyLetters from './operations/update-my-letters.ts'
import updateMyPreferences from './operations/update-my-preferences.ts'
import getMe from './operations/get-me.ts'
import getSession from './operations/get-session.ts'
import initializeMyWorkspace from './operations/initialize-my-workspace.ts'
import listMyPasskeys from './operations/list-my-passkeys.ts'
import listMySessions from './operations/list-my-sessions.ts'
import registerPasskey from './operations/register-passkey.ts'
import removePasskey from './operations/remove-passkey.ts'
import renamePasskey from './operations/rename-passkey.ts'
import requestPasswordReset from './operations/request-password-reset.ts'
import resetPassword from './operations/reset-password.ts'
import revokeMySession from './operations/revoke-my-session.ts'
import sendVerificationEmail from './operations/send-verification-email.ts'
import setActiveWorkspace from './operations/set-active-workspace.ts'
import signInWithPasskey from './operations/sign-in-with-passkey.ts'
import signInWithPassword from './operations/sign-in-with-password.ts'
import signInWithStartLink from './operations/sign-in-with-start-link.ts'
import signOut from './operations/sign-out.ts'
import signUp from './operations/sign-up.ts'
import updateMyName from './operations/update-my-name.ts'
import verifyEmail from './operations/verify-email.ts'

interface PeopleParts {
  readonly database: Database
  readonly signIn: SignInParts
  readonly everyDomain: EveryDomain
  readonly letterTokens: LetterTokens
}

export default (parts: PeopleParts) => {
  const { database, signIn, letterTokens } = parts
  const accountEvents = { database, log: signIn.log }
  return {
    getMe,
    initializeMyWorkspace: initializeMyWorkspace(accountEvents),
    getMyLetters,
    updateMyLetters: updateMyLetters(accountEvents),
    getMyPreferences,
    updateMyPreferences: updateMyPreferences(accountEvents),
    switchOffLetters: switchOffLetters({ ...accountEvents, letterTokens }),
    listMySessions,
    revokeMySession: revokeMySession(accountEvents),
    setActiveWorkspace: setActiveWorkspace(accountEvents),
    beginPasskeyRegistration: beginPasskeyRegistration(signIn),
    beginPasskeySignIn: beginPasskeySignIn(signIn),
    changeEmail: changeEmail(signIn),
    changePassword: changePassword(signIn),
    getSession: getSession(signIn),
    listMyPasskeys: listMyPasskeys(signIn),
    registerPasskey: registerPasskey(signIn),
    removePasskey: removePasskey(signIn),
    renamePasskey: renamePasskey(signIn),
    requestPasswordReset: requestPasswordReset(signIn),
    resetPassword: resetPassword(signIn),
    sendVerificationEmail: sendVerificationEmail(signIn),
    signInWithPasskey: signInWithPasskey(signIn),
    signInWithPassword: signInWithPassword(signIn),
    signInWithStartLink: signInWithStartLink(signIn),
    signOut: signOut(signIn),
    signUp: signUp(signIn),
    updateMyName: updateMyName(signIn),
    verifyEmail: verifyEmail(signIn),
    erasePerson,
    exportPerson: exportPerson(parts),
  }
}
