import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key and a certificate that it signed itself, for one name on loopback; undefined if openssl is not installed. */
export const certificateFor = (name: string): { readonly key: string; readonly cert: string } | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-certificate-'))
  try {
    const [key, cert] = ['key', 'cert'].map((file) => join(folder, file)) as [string, string]
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name},IP:127.0.0.1 -keyout ${key} -out ${cert}`
    execFileSync('openssl', words.split(' '), { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
