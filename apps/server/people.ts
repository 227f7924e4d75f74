import type { FastifyBaseLogger } from 'fastify'
import { portalOfPerson } from '../../domains/accounts/clients/index.ts'
import { openFlowCookies, type FlowCookies } from '../../domains/accounts/company-sign-in/index.ts'
import {
  openLetterTokens,
  openSignIn,
  type LetterTokens,
  type SignInParts,
} from '../../domains/accounts/people/index.ts'
import { touchKeys } from '../../domains/accounts/workspaces/index.ts'
import { openCredentials, sessionCookies, signingSecrets, type Credentials } from '../../platform/access/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import type { RootKeys } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import type { Closer } from './closer.ts'

/** How people come in: what checks their credentials, and where they sign in. */
export interface People {
  readonly credentials: Credentials
  readonly signIn: SignInParts
  readonly companyFlows: FlowCookies
  readonly letterTokens: LetterTokens
  /** The server's address until it listens, and from then on. */
  readonly address: { baseUrl: string }
}

interface PeopleDependencies {
  readonly database: Database
  readonly rootKeys: RootKeys | undefined
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
}

export const openPeople = ({ listen }: Configuration, given: PeopleDependencies, closing: Closer): People => {
  const { database, rootKeys, mailer, log } = given
  const address = { baseUrl: `http://${listen.host}:${listen.port}` }
  const secrets = signingSecrets(rootKeys)
  const isSecure = listen.publicUrl?.startsWith('https:') ?? false
  const cookies = sessionCookies(secrets, isSecure)
  const credentials = openCredentials(database, { cookies, findPortal: portalOfPerson, touchKeys })
  closing.onClose(() => credentials.close())
  const { sessions } = credentials
  const origin = () => listen.publicUrl ?? address.baseUrl
  const signIn = openSignIn({ database, sessions, mailer, origin, secrets, log })
  closing.onClose(async () => signIn.close())
  const companyFlows = openFlowCookies(secrets, isSecure)
  return { credentials, signIn, companyFlows, letterTokens: openLetterTokens(rootKeys), address }
}
