import deleteProjectSkill from './operations/delete-project-skill.ts'
import importProjectSkill from './operations/import-project-skill.ts'
import listProjectSkills from './operations/list-project-skills.ts'

export default { importProjectSkill, listProjectSkills, deleteProjectSkill }
