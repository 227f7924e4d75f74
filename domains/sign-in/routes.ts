import { implement, type Handler } from '../../platform/contract/index.ts'
import * as contract from './contract.ts'
import changeEmail from './operations/change-email.ts'
import changePassword from './operations/change-password.ts'
import getSession from './operations/get-session.ts'
import { passPlainly } from './pass-plainly.ts'
import requestPasswordReset from './operations/request-password-reset.ts'
import resetPassword from './operations/reset-password.ts'
import sendVerificationEmail from './operations/send-verification-email.ts'
import signInWithPassword from './operations/sign-in-with-password.ts'
import signUp from './operations/sign-up.ts'
import verifyEmail from './operations/verify-email.ts'
import type { SignInParts } from './parts.ts'

export default ({ signIn: parts }: { readonly signIn: SignInParts }): readonly Handler[] =>
  implement(contract.signIn, {
    signUp: signUp(parts),
    signInWithPassword: signInWithPassword(parts),
    signOut: passPlainly(parts, contract.signOut),
    getSession: getSession(parts),
    requestPasswordReset: requestPasswordReset(parts),
    resetPassword: resetPassword(parts),
    sendVerificationEmail: sendVerificationEmail(parts),
    verifyEmail: verifyEmail(parts),
    changePassword: changePassword(parts),
    changeEmail: changeEmail(parts),
    updateMyName: passPlainly(parts, contract.updateMyName),
    beginPasskeyRegistration: passPlainly(parts, contract.beginPasskeyRegistration),
    registerPasskey: passPlainly(parts, contract.registerPasskey),
    beginPasskeySignIn: passPlainly(parts, contract.beginPasskeySignIn),
    signInWithPasskey: passPlainly(parts, contract.signInWithPasskey),
    listMyPasskeys: passPlainly(parts, contract.listMyPasskeys),
    renamePasskey: passPlainly(parts, contract.renamePasskey),
    removePasskey: passPlainly(parts, contract.removePasskey),
  })
