import { type ComponentType, lazy } from 'react';

const Profile = lazy(async () => ({
  default: (await import('../profile/ProfileScreen.tsx')).ProfileScreen,
}));

/** Areas with their own screen, by path; the others use the generic one. */
export const AREA_SCREENS: Readonly<Record<string, ComponentType>> = {
  '/Dashboard': lazy(async () => ({
    default: (await import('../dashboard/DashboardScreen.tsx')).DashboardScreen,
  })),
  '/dailyrates': lazy(async () => ({
    default: (await import('../rates/DailyRates.tsx')).DailyRates,
  })),
  '/reporting': lazy(async () => ({
    default: (await import('../reports/Reporting.tsx')).Reporting,
  })),
  '/UserProfile': Profile,
  '/profile': Profile,
};
