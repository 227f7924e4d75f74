import { startEmbedded } from '../../platform/db/embedded.ts'

// An Atelier's share of the database as a process that tests can kill. Says what it holds, then waits for its input's end.
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const server = await startEmbedded({ folder: process.argv[2]!, onLost: (error) => say({ lost: error.message }) })
  say({ url: server.url, adopted: server.adopted })
  process.stdin.resume().once('end', () => {
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say({ failed: String(error) })
        process.exit(1)
      },
    )
  })
} catch (error) {
  say({ refused: (error as Error).message })
  process.exitCode = 1
}
