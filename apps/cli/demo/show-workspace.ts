import { openClient } from '../client/client.ts'
import { seedForSignIn } from '../seed/sign-in-lines.ts'
import { privateMailHosts, usualMailPorts } from '../seed/mail-servers.ts'
import type { Session } from '../session.ts'
import { startDemoServer } from './server.ts'

const settings = {
  ATELIER_FETCH_PRIVATE_HOSTS: privateMailHosts(usualMailPorts),
  // Two cycles of the seed stay at work for minutes; a person who looks around has sandboxes beside them.
  ATELIER_SANDBOX_LIMIT: '4',
}

/** A server with a workspace of invented people and work, which continues after this process. */
export const showWorkspace = async (session: Session, dataFolder: string): Promise<true> => {
  const { output, signal, environment } = session
  output.print('Starting a server with a database of its own …')
  const server = await startDemoServer(dataFolder, environment, signal, settings)
  const client = openClient(server, signal)
  let isLeft = false
  try {
    output.print(await seedForSignIn({ session, client, dataFolder }))
    output.print(
      [
        '',
        `The server goes on (process ${server.pid}); its files are in ${dataFolder}`,
        `  end it  kill ${server.pid}, and when it has ended: rm -r ${dataFolder}`,
      ].join('\n'),
    )
    isLeft = true
    return true
  } finally {
    await client.close()
    if (isLeft) server.leave()
    else await server.stop()
  }
}
