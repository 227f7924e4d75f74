import { testDatabase } from '../../testing/index.ts'
import { driversThatRun, nativeHarnessUnder } from '../../testing/native-in-sandbox.ts'

const { database } = await testDatabase()
const [first] = await driversThatRun()
nativeHarnessUnder(first!, database)
