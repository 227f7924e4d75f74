import { providerIds } from '../../../../execution/web/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listWebProviders } from '../contract.ts'
import { presentProvider } from '../present.ts'
import { webProviderRows } from '../store.ts'

export default handle(listWebProviders, async ({ tx, ok }) => {
  const rows = await webProviderRows(tx)
  return ok(
    providerIds.map((id) =>
      presentProvider(
        id,
        rows.find(({ provider }) => provider === id),
      ),
    ),
  )
})
