import type { Database } from '../../../platform/db/database.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { LetterTokens } from './letter-tokens.ts'
import type { SignInParts } from './sign-in/parts.ts'
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  changeEmail,
  changePassword,
  getSession,
  listMyPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  signInWithPasskey,
  signInWithPassword,
  signInWithStartLink,
  signOut,
  signUp,
  updateMyName,
  verifyEmail,
} from './handlers/sign-in.ts'
import { erasePerson, exportPerson } from './handlers/own-data.ts'
import {
  getMyLetters,
  switchOffLetters,
  updateMyLetters,
  getMyPreferences,
  updateMyPreferences,
  getMe,
  initializeMyWorkspace,
  listMySessions,
  revokeMySession,
  setActiveWorkspace,
} from './handlers/me.ts'

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
