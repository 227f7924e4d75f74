import { atelier, start } from '../../program/command.ts'
import { projects } from '../../../../domains/code/projects/contract.ts'
import {
  defaultUrl,
  findDataFolder,
  findOwner,
  findStored,
  forgetCredentials,
  projectRoot,
  storeCredentials,
  urlOf,
} from '../../client/credentials.ts'
import { openClient, type Credentials } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { ask, askSecret, canAsk } from '../../terminal/ask.ts'

interface LoginOptions {
  readonly url?: string
  readonly key?: string
}

/** Finds or asks for a server and a key, tries them, and stores them for later commands. */
export const login = async (session: Session, options: LoginOptions): Promise<void> => {
  const { url, file } = await signIn(session, options)
  session.output.print(
    `You are logged in at ${url}. The key is in ${file}.\nNext: ${atelier} deliver "<what should change>" <repository>`,
  )
  session.output.document({ url, file })
}

/** As `atelier login`, for a command that continues: it prints nothing. */
export const signIn = async (session: Session, options: LoginOptions) => {
  const { environment, signal, cwd } = session
  session.ifInterrupted('Stopped; no key was stored.')
  const credentials = await chooseCredentials(session, options)
  const client = openClient(credentials, signal)
  try {
    await client.call(projects.listProjects, { query: { limit: 1 } })
  } finally {
    await client.close()
  }
  const dataFolder = await findDataFolder(environment, cwd, credentials.url)
  const file = await storeCredentials(environment, { ...credentials, ...(dataFolder && { dataFolder }) })
  return { url: credentials.url, file }
}

const chooseCredentials = async (session: Session, { url, key }: LoginOptions): Promise<Credentials> => {
  const { environment, cwd } = session
  if (key !== undefined) return { url: urlOf(url ?? defaultUrl), apiKey: key }
  const owner = await findOwner(environment, [cwd, projectRoot])
  if (owner && (url === undefined || urlOf(url) === owner.url)) return owner
  return askFor(session, url)
}

const askFor = async ({ signal }: Session, url: string | undefined): Promise<Credentials> => {
  if (!canAsk()) {
    throw usage(
      `No server of yours was found on this machine. Start one with ${start}, or give the address and a key: ${atelier} login --url <address> --key <key>`,
    )
  }
  const address = urlOf(url ?? (await ask(`Address of the server [${defaultUrl}] `, defaultUrl, signal)))
  const apiKey = await askSecret('API key (not shown) ', signal)
  if (apiKey === '') throw usage(`No key was given. Run ${atelier} login again.`)
  return { url: address, apiKey }
}

/** `atelier logout`: deletes the credentials that `login` stored on this machine. The key itself stays valid. */
export const logout = async ({ environment, output }: Session): Promise<void> => {
  const stored = await findStored(environment)
  const file = await forgetCredentials(environment)
  output.document({ url: stored?.url ?? null, removed: file ?? null })
  if (!file) {
    output.print('Nobody was logged in here.')
    return
  }
  output.print(`${file} is removed. The key still works: ${atelier} keys revoke ends one for good.`)
  if (environment.ATELIER_API_KEY) output.say('ATELIER_API_KEY is set, and commands go on using it.')
}
