import archiveGrowthProject from './operations/archive-growth-project.ts'
import createGrowthProject from './operations/create-growth-project.ts'
import getGrowthBrain from './operations/get-growth-brain.ts'
import listGrowthCitableProjects from './operations/list-growth-citable-projects.ts'
import listGrowthProjects from './operations/list-growth-projects.ts'
import replaceGrowthBrain from './operations/replace-growth-brain.ts'
import startGrowthRun from './operations/start-growth-run.ts'
import unarchiveGrowthProject from './operations/unarchive-growth-project.ts'
import type { ResearchParts } from './parts.ts'

export default (parts: ResearchParts) => ({
  listGrowthProjects,
  createGrowthProject: createGrowthProject(parts),
  archiveGrowthProject,
  unarchiveGrowthProject,
  startGrowthRun: startGrowthRun(parts),
  getGrowthBrain,
  replaceGrowthBrain,
  listGrowthCitableProjects,
})
