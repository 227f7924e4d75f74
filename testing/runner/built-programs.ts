import { join } from 'node:path'
import { dist, isBuiltFrom } from './is-built-from.ts'

// Servers of tests find the programs for sandboxes beside this one, as a released server does: from its sources each
// start of one takes three times as long. Sources that were changed after the build are used themselves.
if (isBuiltFrom(['execution', 'packages/charsets', 'packages/document-readers', 'platform']))
  process.argv[1] = join(dist, 'programs/server.mjs')
