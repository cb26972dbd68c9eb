// The script of the pages of the lab: shows the data that the page holds.
import { DATA_ID, type PageData } from '../page-data.ts'
import { showSimulations } from './simulation-view.ts'

const text = document.getElementById(DATA_ID)?.textContent
if (text) showSimulations(JSON.parse(text) as PageData)
