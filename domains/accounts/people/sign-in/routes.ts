import { implement, type Handler } from '../../../../platform/contract/index.ts'
import { signIn } from '../contract/sign-in.ts'
import beginPasskeyRegistration from '../operations/begin-passkey-registration.ts'
import beginPasskeySignIn from '../operations/begin-passkey-sign-in.ts'
import changeEmail from '../operations/change-email.ts'
import changePassword from '../operations/change-password.ts'
import getSession from '../operations/get-session.ts'
import listMyPasskeys from '../operations/list-my-passkeys.ts'
import registerPasskey from '../operations/register-passkey.ts'
import removePasskey from '../operations/remove-passkey.ts'
import renamePasskey from '../operations/rename-passkey.ts'
import requestPasswordReset from '../operations/request-password-reset.ts'
import resetPassword from '../operations/reset-password.ts'
import sendVerificationEmail from '../operations/send-verification-email.ts'
import signInWithPasskey from '../operations/sign-in-with-passkey.ts'
import signInWithPassword from '../operations/sign-in-with-password.ts'
import signOut from '../operations/sign-out.ts'
import signUp from '../operations/sign-up.ts'
import updateMyName from '../operations/update-my-name.ts'
import verifyEmail from '../operations/verify-email.ts'
import type { SignInParts } from './parts.ts'

export default ({ signIn: parts }: { readonly signIn: SignInParts }): readonly Handler[] =>
  implement(signIn, {
    signUp: signUp(parts),
    signInWithPassword: signInWithPassword(parts),
    signOut: signOut(parts),
    getSession: getSession(parts),
    requestPasswordReset: requestPasswordReset(parts),
    resetPassword: resetPassword(parts),
    sendVerificationEmail: sendVerificationEmail(parts),
    verifyEmail: verifyEmail(parts),
    changePassword: changePassword(parts),
    changeEmail: changeEmail(parts),
    updateMyName: updateMyName(parts),
    beginPasskeyRegistration: beginPasskeyRegistration(parts),
    registerPasskey: registerPasskey(parts),
    beginPasskeySignIn: beginPasskeySignIn(parts),
    signInWithPasskey: signInWithPasskey(parts),
    listMyPasskeys: listMyPasskeys(parts),
    renamePasskey: renamePasskey(parts),
    removePasskey: removePasskey(parts),
  })
