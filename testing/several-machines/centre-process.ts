import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startFakeS3 } from '../objects/s3.ts'
import { chanceOf } from '../simulation/chance.ts'
import { startTroubledOffline } from '../simulation/troubled-offline.ts'
import type { CentreAnswer, CentreCommand } from './centre.ts'
import { startCompletions } from './completions.ts'
import { openDatabaseProxy } from './database-proxy.ts'

// The bucket, the models and the address of the database, in a process of their own, since a namespace of the
// network belongs to a process. Ends with its parent.
const host = process.argv[2]!
const seed = Number(process.argv[3])
const storage = await startFakeS3('soak', { host })
const agents = await startTroubledOffline(chanceOf(seed), 0.02, host)
const proxy = await openDatabaseProxy(host)
const completions = await startCompletions(host)

const carryOut = async (command: CentreCommand): Promise<CentreAnswer> => {
  if (command.kind === 'storage') {
    Object.assign(storage.state, command.state)
    return { requests: storage.requests.length }
  }
  if (command.kind === 'database') {
    proxy.lead(command.port)
    return { requests: storage.requests.length }
  }
  for (const [key, { content }] of storage.objects) {
    const path = join(command.folder, key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { requests: storage.requests.length }
}
process.on('message', (command: CentreCommand) => {
  carryOut(command).then(
    (answer) => process.send!(answer),
    (error: unknown) => process.send!({ requests: 0, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send!({
  storage: storage.endpoint,
  agents: agents.baseUrl,
  completions: { url: completions.url, host: completions.host },
})
