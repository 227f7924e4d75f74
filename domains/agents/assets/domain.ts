import { domain } from '../../domain.ts'
import { assets } from './contract.ts'
import { removeOld } from './remove-old.ts'
import routes from './handlers.ts'
import { assetRow, assetsOfPerson, forgetFileNames } from './store.ts'
import type { AssetParts } from './store-asset.ts'

export default domain({
  name: 'assets',
  contract: assets,
  handlers: routes,
  kinds: { ai_asset: async (tx, id) => (await assetRow(tx, id)) && { projectId: null } },
  schedules: (parts: AssetParts) => [
    { name: 'old-ai-assets', everySeconds: 3_600, work: (context) => removeOld(parts, context) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({ aiAssets: await assetsOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => forgetFileNames(tx, userId),
  },
})
