import { createServer, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { certificateFor } from '../../testing/network/certificate.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { openFetcher } from './fetcher.ts'

const identity = certificateFor('site.test')

test('the certificate must match the name, though the connection goes to the checked address', async (context) => {
  context.skip(!identity, 'openssl is not installed')
  const { key, cert } = identity!
  const names: (string | undefined)[] = []
  const secure = createSecure({
    key,
    cert,
    SNICallback: (name, done) => {
      names.push(name)
      done(null)
    },
  })
  const site = await loopbackSite(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('hello'),
    {
      server: secure as unknown as Server,
    },
  )
  const read = (name: string) =>
    openFetcher({ privateHosts: [`${name}:${site.port}`], resolve: async () => ['127.0.0.1'] }).read({
      url: `https://${name}:${site.port}/`,
      accept: ['text/html'],
      maxBytes: 99,
    })
  await expect(read('site.test')).rejects.toMatchObject({ reason: 'certificate' })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  try {
    expect((await read('site.test')).bytes.toString()).toBe('hello')
    await expect(read('other.test')).rejects.toMatchObject({ reason: 'certificate' })
  } finally {
    setDefaultCACertificates(trusted)
  }
  expect(names).toEqual(['site.test', 'site.test', 'other.test'])
  expect(site.asked).toEqual([`GET site.test:${site.port}/`])
})

test('a server without TLS is refused', async () => {
  const site = await loopbackSite((_request, response) => void response.end('hello'), { server: createServer() })
  const reading = openFetcher({ privateHosts: [site.host] }).read({
    url: `https://${site.host}/`,
    accept: ['text/html'],
    maxBytes: 99,
  })
  await expect(reading).rejects.toMatchObject({ reason: 'certificate' })
})
