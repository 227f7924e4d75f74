import listCycleAcceptanceTests from './operations/list-cycle-acceptance-tests.ts'
import setCycleAcceptanceTests from './operations/set-cycle-acceptance-tests.ts'

export default () => ({ listCycleAcceptanceTests, setCycleAcceptanceTests })
