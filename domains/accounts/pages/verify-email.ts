import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  emailField,
  html,
  nameField,
  newPasswordField,
  passwordField,
  type Page,
  type Step,
} from '../../../platform/pages/index.ts'
import { sendVerificationEmail, verifyEmail } from '../people/contract.ts'
import type { SignInParts } from '../people/index.ts'

const steps: readonly Step[] = [
  {
    name: 'confirm',
    title: 'Confirm your address',
    text: 'Then you are signed in.',
    button: 'Confirm and sign in',
  },
  {
    name: 'change',
    title: 'Use this address',
    text: 'Your account gets the address that this link was sent to.',
    button: 'Use this address',
  },
  {
    name: 'password',
    title: 'Confirm your address',
    text: 'Enter the password that you chose when you signed up.',
    fields: [passwordField],
    button: 'Confirm and sign in',
    others: [['new', 'I did not choose one, or forgot it']],
  },
  {
    name: 'new',
    title: 'Set up your account',
    text: 'Whoever signed up with your address chose a password. Yours takes its place.',
    fields: [nameField, newPasswordField],
    button: 'Set password and sign in',
    others: [['password', 'I know the password']],
  },
  {
    name: 'done',
    title: 'Your address is confirmed',
    text: 'You are signed in. If an invitation brought you here, go back to its page; else you can close this one.',
  },
  {
    name: 'changed',
    title: 'Your address is changed',
    text: 'Sign in with it from now on. You can close this page.',
  },
  {
    name: 'ask',
    title: 'Ask for another link',
    text: html`<span data-text="why"></span> Links work for an hour, and the newest message has the one that counts.`,
    fields: [emailField],
    button: 'Send another link',
  },
  {
    name: 'sent',
    title: 'Look into your mail',
    text: 'If someone signed up with the address, a link is on its way. It can take a minute; look among junk mail too.',
    others: [['ask', 'Try another address']],
  },
]

let script: string | undefined

/** Proves an address with the token behind `#`, when the person presses the button. Opening it changes nothing. */
export const verifyEmailPage = ({ signUpLinks }: SignInParts): Page => ({
  path: '/verify-email',
  content: ({ cookie }) => ({
    title: 'Confirm your address',
    steps,
    first: signUpLinks.isKnown(cookie) ? 'confirm' : 'password',
    facts: { verify: verifyEmail.path, resend: sendVerificationEmail.path },
    script: (script ??= readFileSync(join(import.meta.dirname, 'browser', 'verify-email.js'), 'utf8')),
  }),
})
