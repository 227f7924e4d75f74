import { handle } from '../../../../platform/handler/index.ts'
import { getAccountingSettings } from '../contract.ts'
import { presentAccounting } from '../present.ts'
import { findAccounting } from '../store.ts'

export default handle(getAccountingSettings, async ({ tx, ok }) => ok(presentAccounting(await findAccounting(tx))))
