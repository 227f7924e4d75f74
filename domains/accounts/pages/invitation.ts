import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../platform/db/database.ts'
import {
  emailField,
  html,
  nameField,
  newPasswordField,
  passwordField,
  type Page,
  type Step,
} from '../../../platform/pages/index.ts'
import { pageBrandOf } from '../brand/index.ts'
import { getSession, signInWithPassword, signOut, signUp } from '../people/contract.ts'

/** What an invitation leads to, and the words for it. */
export interface Invitation {
  readonly path: `/${string}`
  /** The path of the operation that accepts, with `{token}` in it. */
  readonly accept: string
  readonly title: (agency: string | undefined) => string
  readonly joined: string
  /** Where whoever accepted goes on: the name of the portal follows. */
  readonly portals?: string
}

const stepsOf = (title: string, joined: string): readonly Step[] => [
  { name: 'wait', title, text: 'One moment…' },
  {
    name: 'accept',
    title,
    text: html`You are signed in as <b data-text="email" dir="ltr"></b>.`,
    button: 'Accept the invitation',
    others: [['leave', 'Use another account']],
  },
  { name: 'leave', title: 'Use another account', text: 'This ends your session in this browser.', button: 'Sign out' },
  {
    name: 'sign-in',
    title,
    text: 'Sign in with the address that the invitation was sent to.',
    fields: [emailField, passwordField],
    button: 'Sign in',
    others: [
      ['sign-up', 'I have no account yet'],
      ['/reset-password', 'I forgot my password'],
    ],
  },
  {
    name: 'sign-up',
    title: 'Create your account',
    text: 'Use the address that the invitation was sent to.',
    fields: [nameField, emailField, { ...newPasswordField, label: 'Password', missing: 'Enter a password.' }],
    button: 'Create account',
    others: [['sign-in', 'I have an account']],
  },
  {
    name: 'mail',
    title: 'Confirm your address',
    text: html`A link is on its way to <b data-text="email" dir="ltr"></b>. Open it in this browser, then come back to
      this page: it goes on by itself.`,
    button: 'I have confirmed it',
    others: [['sign-up', 'Use another address']],
  },
  { name: 'done', title: joined, text: 'You can close this page.' },
  {
    name: 'dead',
    title: 'This link is not whole',
    text: 'Open it from the message again, or copy all of it. If that does not help, ask for a new invitation.',
  },
]

let script: string | undefined

/** Accepts the invitation whose token stands behind `#`, for whoever signs in here, or makes an account first. */
export const invitationPage = (database: Database, { path, accept, title, joined, portals }: Invitation): Page => ({
  path,
  content: async ({ query: { agency } }) => {
    const brand = typeof agency === 'string' ? await pageBrandOf(database, agency) : undefined
    return {
      title: 'Accept the invitation',
      steps: stepsOf(title(brand?.name), joined),
      first: 'wait',
      facts: {
        accept,
        session: getSession.path,
        signin: signInWithPassword.path,
        signup: signUp.path,
        signout: signOut.path,
        ...(portals !== undefined && { portals }),
      },
      script: (script ??= readFileSync(join(import.meta.dirname, 'browser', 'invitation.js'), 'utf8')),
      brand,
    }
  },
})
