import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterTest } from '../after-test.ts'
import { certificateFor } from './certificate.ts'
import { dnsServer } from './dns-server.ts'
import type { MailWorld } from '../mail-world/index.ts'
import { testServer, type TestServer } from '../server.ts'

/** The records of `example.com`, at which the mailbox of a mail world is. */
export const goodRecords = {
  'example.com': { txt: ['v=spf1 mx ~all'] },
  'default._domainkey.example.com': { txt: ['v=DKIM1; p=AB'] },
  '_dmarc.example.com': { txt: ['v=DMARC1; p=none'] },
} as const

/** A proxy with TLS on loopback, as an operator has one in front of the server. Its certificate is trusted by this process. */
export const publicAddress = async () => {
  const identity = certificateFor('localhost')
  if (!identity) throw new Error('openssl is not installed')
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, identity.cert])
  let target = ''
  const proxy = createServer(identity, (incoming, outgoing) => {
    const { method, headers, url } = incoming
    const passed = request(new URL(url ?? '/', target), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(outgoing)
    })
    passed.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterTest(() => {
    setDefaultCACertificates(trusted)
    proxy.closeAllConnections()
    proxy.close()
  })
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-certificate-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const certFile = join(folder, 'certificate.pem')
  await writeFile(certFile, identity.cert)
  return { url: `https://${host}`, host, certFile, leadsTo: (url: string) => void (target = url) }
}

export interface OutreachServer extends TestServer {
  /** The settings of its operator, for further processes. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The product with the operator's part of outreach: a public address, DNS with the records of the mailboxes, and the
 * servers of a mail world.
 */
export const outreachServer = async (
  mails: MailWorld,
  settings: Readonly<Record<string, string>> = {},
): Promise<OutreachServer> => {
  const address = await publicAddress()
  const known = {
    ATELIER_PUBLIC_URL: address.url,
    ATELIER_GROWTH_DNS: await dnsServer(goodRecords),
    ...settings,
    ATELIER_FETCH_PRIVATE_HOSTS: [mails.privateHosts, address.host, settings.ATELIER_FETCH_PRIVATE_HOSTS]
      .filter(Boolean)
      .join(', '),
  }
  const server = await testServer(known)
  address.leadsTo(server.baseUrl)
  return { ...server, settings: { ...known, NODE_EXTRA_CA_CERTS: address.certFile } }
}
