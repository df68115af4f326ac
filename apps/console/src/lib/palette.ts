import type { Look, Scheme } from './look.ts';

/** The colours of the product: paper and pine. Every text colour has at least 4.5:1 on `paper` and on `surface`. */
interface Palette {
  ink: string;
  inkSoft: string;
  inkFaint: string;
  line: string;
  lineStrong: string;
  paper: string;
  surface: string;
  raised: string;
  brand: string;
  brandHover: string;
  brandSoft: string;
  onBrand: string;
  accent: string;
  accentSoft: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
  danger: string;
  dangerSoft: string;
  info: string;
  infoSoft: string;
  shadow: string;
}

export const palettes: Record<Scheme, Palette> = {
  light: {
    ink: '#17211e',
    inkSoft: '#4c5a55',
    inkFaint: '#65726d',
    line: '#e6e3da',
    lineStrong: '#cdc9bd',
    paper: '#f5f3ee',
    surface: '#ffffff',
    raised: '#faf9f5',
    brand: '#14604c',
    brandHover: '#0d7a5d',
    brandSoft: '#e2eee8',
    onBrand: '#ffffff',
    accent: '#95560f',
    accentSoft: '#f7ecd9',
    success: '#1d6f3c',
    successSoft: '#e3f1e6',
    warning: '#8d5200',
    warningSoft: '#fbefd8',
    danger: '#b3261e',
    dangerSoft: '#fbe6e3',
    info: '#1d5c8f',
    infoSoft: '#e2edf6',
    shadow: '0 1px 2px rgb(23 33 30 / 5%), 0 8px 24px rgb(23 33 30 / 6%)',
  },
  dark: {
    ink: '#e8ece9',
    inkSoft: '#b0bcb6',
    inkFaint: '#93a09a',
    line: '#2a3430',
    lineStrong: '#3d4a45',
    paper: '#0e1412',
    surface: '#151d1a',
    raised: '#1b2521',
    brand: '#67c7a6',
    brandHover: '#86d8bb',
    brandSoft: '#1b342b',
    onBrand: '#06231a',
    accent: '#e0a95c',
    accentSoft: '#35291a',
    success: '#74c98d',
    successSoft: '#1a3122',
    warning: '#e0ac56',
    warningSoft: '#352a17',
    danger: '#f08a80',
    dangerSoft: '#3a201d',
    info: '#84b8e3',
    infoSoft: '#1a2b3a',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 35%)',
  },
};

/** Tells the style sheets which scheme and density they are for. */
export function applyLook({ scheme, density }: Look): void {
  const root = document.documentElement;
  root.dataset.scheme = scheme;
  root.dataset.density = density;
}
