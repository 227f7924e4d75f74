declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface ImapServer {
    readonly server: Server
    listen(port: number, host: string): void
    close(done: () => void): void
    appendMessage(mailbox: string, flags: readonly string[], internalDate: string, raw: string): void
  }
  export default function imapServer(options: object): ImapServer
}
