// Ends with 0 when node_modules holds what package-lock.json names, by npm's own record of it.
import { existsSync, readFileSync } from 'node:fs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
const record = 'node_modules/.package-lock.json'
if (!existsSync(record) || !existsSync('node_modules/.bin/node')) process.exit(1)
const wanted = Object.entries(packagesIn('package-lock.json')).filter(([path]) => path !== '')
const there = packagesIn(record)
const missing = wanted.filter(([path, { version, optional }]) => {
  const found = there[path]
  return found ? found.version !== version : !optional
})
process.exit(missing.length === 0 ? 0 : 1)
