"""Scenario, Episode, Phase and Scene, and checks outside of battle (NW3-EPISODE)."""
