// The script of the pages of the lab: shows the data that the page holds.
import { DATA_ID, type PageData } from '../page-data.ts'
import { showSimulations } from './simulation-view.ts'
import { showVaried } from './vary-view.ts'
import { showWhatIf } from './what-if-view.ts'

const text = document.getElementById(DATA_ID)?.textContent
if (text) {
  const data = JSON.parse(text) as PageData
  if (data.kind === 'vary') showVaried(data)
  else if (data.kind === 'what-if') showWhatIf(data)
  else showSimulations(data)
}
