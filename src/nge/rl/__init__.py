"""Reinforcement learning: rollouts, PPO, and training many species together."""
