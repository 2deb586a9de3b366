/** Windows of rules in minutes. Thresholds are measured in steps of five. */
export const frequencyWindows = [5, 15, 30, 60, 180, 360, 720, 1_440] as const;
export const budgetWindows = [15, 30, 60, 180, 360, 720, 1_440] as const;
