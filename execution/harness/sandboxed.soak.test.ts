import { testDatabase } from '../../testing/index.ts'
import { driversThatRun, nativeHarnessUnder } from '../../testing/native-in-sandbox.ts'

const { database } = await testDatabase()
const [, ...others] = await driversThatRun()
for (const driver of others) nativeHarnessUnder(driver, database)
