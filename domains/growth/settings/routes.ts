import getGrowthSettings from './operations/get-growth-settings.ts'
import updateGrowthSettings from './operations/update-growth-settings.ts'

export default () => ({ getGrowthSettings, updateGrowthSettings })
