import type { SimulationReport } from './report.ts'
export function summaryOf(report: SimulationReport): string { return `${report.players} players, ${report.plays} plays` }
