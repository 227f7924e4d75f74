import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openArtifactLinks, type ArtifactLinks } from '../../domains/delivery/artifacts/index.ts'
import { openPreviewTokens, type PreviewTokens } from '../../domains/code/deployments/index.ts'
import { openPackRecords } from '../../domains/code/repository-records/index.ts'
import { openPackStore, openRepositories, type Repositories } from '../../execution/repositories/index.ts'
import { openThread } from '../../platform/threads/index.ts'
import { openSecretFiles, type SecretFiles } from '../../packages/secret-files/index.ts'
import { chooseDriver, makeSocketFolder, type SandboxDriver } from '../../execution/sandbox/index.ts'
import type { Checkpoints } from '../../platform/audit/index.ts'
import { type Configuration, StartRefusal } from '../../platform/configuration/index.ts'
import { findRootKeys, openVault, type RootKeys, type Vault } from '../../platform/crypto/index.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { migrate, type SchemaReader } from '../../platform/db/migrate.ts'
import { openFetcher, type Fetcher } from '../../platform/fetch/index.ts'
import { type Mailer, openMailer } from '../../platform/mail/index.ts'
import { openRemovals, type Removals } from '../../platform/removals/index.ts'
import type { Relay } from '../../platform/relay/relay.ts'
import { openTelemetry, type Telemetry } from '../../platform/telemetry/index.ts'
import { type ObjectStore, watchStorage } from '../../platform/storage/index.ts'
import { openAudit } from './checkpoints.ts'
import type { Storage } from './start-storage.ts'
import type { Closer } from './closer.ts'
import { keyFileOf } from './data-folder.ts'
import { migrations } from './migrations.ts'
import { isLetterWanted } from '../../domains/accounts/letters/index.ts'
import { isInvoiceLetterWanted } from '../../domains/billing/invoice-letters/index.ts'
import { openInstanceSettings, type InstanceSettings } from './instance-settings.ts'
import { openMachine, type Machine } from './machine.ts'
import { openObjects } from './objects.ts'
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
import { keysSealedWithOthers } from '../../domains/code/secrets/index.ts'
import { hasServingRoles } from '../../platform/db/serving-roles.ts'
import { poolerSentence } from './start-refusal.ts'

/** The parts that need no other part: the database and its users, the folders, the keys, the sandboxes. */
export interface Foundation extends People {
  readonly log: FastifyBaseLogger
  readonly databaseUrl: string
  readonly telemetry: Telemetry
  readonly database: Database
  readonly machine: Machine
  readonly instanceSettings: InstanceSettings
  readonly checkpoints: Checkpoints
  readonly objects: ObjectStore
  readonly removals: Removals
  /** Whether the object store answers. */
  readonly storageAnswers: () => Promise<boolean>
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly vault: Vault
  /** The vault if the keys of the instance are rows; undefined if they are files, without a root key of all machines. */
  readonly keyVault: Vault | undefined
  /** How processes of this instance reach each other; undefined if there are no others. */
  readonly relay: Relay | undefined
  readonly secretFiles: SecretFiles
  readonly mailer: Mailer
  readonly fetcher: Fetcher
  readonly artifactLinks: ArtifactLinks
  readonly previewTokens: PreviewTokens
  /** Where sockets lie: a short path, since a socket's has at most 107 bytes, that only this user may enter. */
  readonly socketFolder: string
}

export const openFoundation = async (
  configuration: Configuration,
  log: FastifyBaseLogger,
  closing: Closer,
  begun: Promise<Storage>,
): Promise<Foundation> => {
  const { dataFolder, connections, pipeline } = configuration.storage
  const { isFresh, embeddedUrl } = await begun
  const telemetry = await openTelemetry(configuration.telemetry, log)
  closing.onClose(() => telemetry.close())
  const findingKeys = rootKeysOf(configuration, isFresh)
  findingKeys.catch(() => undefined)
  const [databaseUrl, sandboxes, objects, rootKeys, socketFolder] = await allOrFirstError([
    openUrl(configuration, embeddedUrl, findingKeys, log),
    chooseDriver(configuration.sandbox.driver, configuration.sandbox),
    openObjects(configuration, log, closing),
    findingKeys,
    makeSocketFolder(tmpdir()),
  ])
  closing.onClose(() => rm(socketFolder, { recursive: true, force: true }))
  const database = openDatabase({
    url: databaseUrl,
    connections,
    pipeline,
    mayFailOver: embeddedUrl === undefined,
    tracer: telemetry.tracer,
  })
  const storageAnswers = watchStorage(objects)
  telemetry.metrics?.watch({ connections: () => database.connections(), storageAnswers })
  closing.onClose(() => database.close())
  // A pooler in front of the database may drop the role that each connection asks for.
  if (!(await hasServingRoles(database))) throw new StartRefusal(poolerSentence)
  const machine = await openMachine(configuration, database, closing)
  const removals = openRemovals({ database, objects })
  const packs = openPackStore(objects, openPackRecords(database))
  const repositories = await openRepositories({ dataFolder, packs, sandboxes })
  closing.onClose(() => repositories.close())
  const vault = openVault(rootKeys)
  const keyVault = configuration.storage.databaseUrl !== undefined && vault.available ? vault : undefined
  const checkpoints = await openAudit({ database, dataFolder, keyVault, log }, closing)
  const instanceSettings = await openInstanceSettings({ database, dataFolder, log })
  const secretFiles = openSecretFiles(openThread)
  closing.onClose(() => secretFiles.close())
  const mailer = openMail(configuration, { database, vault, objects, removals, log })
  closing.onClose(() => mailer.close())
  const fetcher = openFetcher(configuration.outgoing)
  const people = openPeople(configuration, { database, rootKeys, mailer, log }, closing)
  return {
    databaseUrl,
    telemetry,
    database,
    machine,
    instanceSettings,
    ...people,
    checkpoints,
    objects,
    removals,
    storageAnswers,
    repositories,
    log,
    sandboxes,
    vault,
    keyVault,
    relay: keyVault && rootKeys && { keys: rootKeys, address: undefined },
    secretFiles,
    mailer,
    fetcher,
    socketFolder,
    artifactLinks: openArtifactLinks(rootKeys),
    previewTokens: openPreviewTokens(rootKeys),
  }
}

const openMail = (
  { storage, mail }: Configuration,
  parts: Pick<Foundation, 'database' | 'vault' | 'objects' | 'removals' | 'log'>,
): Mailer => {
  const from = mail.from ?? { name: 'Atelier', address: 'atelier@atelier.invalid' }
  const judges = [isLetterWanted(parts.database), isInvoiceLetterWanted(parts.database)]
  const isWanted = async (queued: Parameters<(typeof judges)[number]>[0]) => {
    for (const judge of judges) if (!(await judge(queued))) return false
    return true
  }
  return openMailer({ ...parts, isWanted, smtp: mail.smtp, from, outbox: join(storage.dataFolder, 'outbox') })
}

/** As Promise.all, but an error waits until the others have ended, so that their opened parts can be closed. */
const allOrFirstError = async <const T extends readonly Promise<unknown>[]>(promises: T) => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

const openUrl = async (
  { storage }: Configuration,
  embeddedUrl: Promise<string> | undefined,
  findingKeys: Promise<RootKeys | undefined>,
  log: FastifyBaseLogger,
): Promise<string> => {
  if (embeddedUrl === undefined) {
    await migrate({ url: storage.databaseUrl!, folder: migrations })
    return storage.databaseUrl!
  }
  const url = await embeddedUrl
  const file = keyFileOf(storage.dataFolder)
  // Row-level security hides the keys from all but the embedded database's superuser.
  const look = async (database: SchemaReader) => warnOfForeignKeys(database, await findingKeys, file, log)
  await migrate({ url, folder: migrations, look })
  return url
}

const rootKeysOf = ({ storage, secrets }: Configuration, fresh: boolean) => {
  const file = keyFileOf(storage.dataFolder)
  return findRootKeys({ databaseUrl: storage.databaseUrl, given: secrets.rootKeys, file, fresh })
}

/** How people sign in: the check of their credentials, and the address of the page. */
interface People {
  readonly credentials: Credentials
  readonly signIn: SignInParts
  readonly companyFlows: FlowCookies
  readonly letterTokens: LetterTokens
  /** The server's address until it listens, and afterwards. */
  readonly address: { baseUrl: string }
}

interface PeopleParts extends Pick<Foundation, 'database' | 'mailer' | 'log'> {
  readonly rootKeys: RootKeys | undefined
}

const openPeople = ({ listen }: Configuration, parts: PeopleParts, closing: Closer): People => {
  const { database, rootKeys, mailer, log } = parts
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

/** Warns if the database holds secrets that these root keys do not open. */
export const warnOfForeignKeys = async (
  database: SchemaReader,
  rootKeys: RootKeys | undefined,
  file: string,
  log: FastifyBaseLogger,
): Promise<void> => {
  const known = rootKeys?.map(({ id }) => id) ?? []
  const sealedWith = await keysSealedWithOthers(database, known)
  if (sealedWith.length === 0) return
  log.warn(
    { sealedWith, known },
    `${file} is not the key that secrets of this database were sealed with, so they cannot be opened. ` +
      `Put the key of this database back from its backup`,
  )
}
